import { Textarea } from '@mantine/core'
import { useState } from 'react'
import { ConfirmButton } from '../../parts/feedback/confirm-button.tsx'
import { toast } from '../../parts/feedback/toaster.tsx'

interface ListUserButtonProps {
  readonly userId: string
  readonly action: 'block' | 'allow'
  /** The one who trusts: a publisher's trust lifts nothing of the platform. */
  readonly by: 'platform' | 'publisher'
  readonly onList: (entry: {
    readonly userId: string
    readonly action: string
    readonly reason: string
  }) => Promise<unknown>
}

const blocked = 'They see no offers of this app any more, and their conversions are held. Paid rewards stay.'
const texts = {
  block: {
    verb: 'Block the user',
    effect: { platform: blocked, publisher: blocked },
    done: 'The user is blocked.',
  },
  allow: {
    verb: 'Allow the user',
    effect: {
      platform:
        'Their conversions are not held for risk any more. A block of one of their devices still counts.',
      publisher: 'Your server is told the risk score 0. Blocks and holds of the platform stay as they are.',
    },
    done: 'The user is allowed.',
  },
} as const

/** Puts a user on a list of the app, with a reason that is kept. */
export function ListUserButton({ userId, action, by, onList }: ListUserButtonProps) {
  const [reason, setReason] = useState('')
  const { verb, effect, done } = texts[action]
  return (
    <ConfirmButton
      verb={verb}
      isDestructive={action === 'block'}
      isIncomplete={reason.trim() === ''}
      onConfirm={async () => {
        await onList({ userId, action, reason: reason.trim() })
        toast(done)
      }}
    >
      <p>
        <bdi>{userId}</bdi>, in this app. {effect[by]}
      </p>
      <Textarea
        label="Why"
        description="It is kept with your name."
        value={reason}
        maxLength={255}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
    </ConfirmButton>
  )
}
