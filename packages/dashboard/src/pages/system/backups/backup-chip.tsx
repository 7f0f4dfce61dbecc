import { Icon, type IconName } from '../../../parts/value/icon.tsx'
import type { Tone } from '../../../parts/value/status-chip.tsx'

const icons: Readonly<Record<Tone, IconName>> = {
  success: 'check',
  info: 'half',
  warning: 'bang',
  danger: 'cross',
  neutral: 'minus',
  test: 'flask',
}

interface BackupChipProps {
  readonly tone: Tone
  readonly word: string
  readonly icon?: IconName
}

/** A state of backups in a word; the colour repeats it. */
export function BackupChip({ tone, word, icon = icons[tone] }: BackupChipProps) {
  return (
    <span className={`chip ${tone}`}>
      <Icon name={icon} size={12} />
      {word}
    </span>
  )
}
