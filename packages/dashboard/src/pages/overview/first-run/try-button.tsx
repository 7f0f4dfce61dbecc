import { Button } from '@mantine/core'
import { Icon } from '../../../parts/value/icon.tsx'

interface TryButtonProps {
  readonly text?: string
  readonly isBusy: boolean
  readonly isOff: boolean
  readonly isOutlined?: boolean
  readonly onTry: () => void
}

export function TryButton({
  text = 'Try in test mode',
  isBusy,
  isOff,
  isOutlined = false,
  onTry,
}: TryButtonProps) {
  return (
    <Button
      variant={isOutlined ? 'default' : 'subtle'}
      className="first-run-try"
      leftSection={<Icon name="flask" />}
      loading={isBusy}
      disabled={isOff && !isBusy}
      onClick={onTry}
    >
      {text}
    </Button>
  )
}
