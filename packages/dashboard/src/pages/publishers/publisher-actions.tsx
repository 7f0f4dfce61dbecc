import { Button, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useChange } from '../../api/use-change.ts'
import { ConfirmButton } from '../../parts/feedback/confirm-button.tsx'
import { toast } from '../../parts/feedback/toaster.tsx'

interface PublisherActionsProps {
  readonly publisher: {
    readonly id: string
    readonly name: string
    readonly status: 'waiting' | 'active' | 'suspended'
  }
  /** In a row of a list there is room for the approval alone. */
  readonly isRow?: boolean
}

/** Approve, suspend, resume: whatever its state allows. */
export function PublisherActions({ publisher, isRow = false }: PublisherActionsProps) {
  const { id, name, status } = publisher
  const path = { publisherId: id }
  const approve = useChange('approvePublisher')
  const resume = useChange('resumePublisher')
  // A row goes with the last publisher that waits, and with it what `mutate` would be given to do afterwards.
  const run = (change: typeof approve | typeof resume, text: string) =>
    void change.mutateAsync({ path }).then(
      () => toast(text),
      () => {},
    )
  return (
    <>
      {status === 'waiting' && (
        <Button
          {...(isRow ? { size: 'xs', className: 'above-row' } : { variant: 'filled' })}
          loading={approve.isPending}
          aria-label={isRow ? `Approve ${name}` : undefined}
          onClick={() => run(approve, `${name} is approved.`)}
        >
          Approve
        </Button>
      )}
      {status === 'suspended' && !isRow && (
        <Button
          variant="filled"
          loading={resume.isPending}
          onClick={() => run(resume, `${name} works again.`)}
        >
          Resume
        </Button>
      )}
      {status !== 'suspended' && !isRow && <SuspendButton id={id} name={name} />}
    </>
  )
}

function SuspendButton({ id, name }: { readonly id: string; readonly name: string }) {
  const [reason, setReason] = useState('')
  const suspend = useChange('suspendPublisher')
  return (
    <ConfirmButton
      verb="Suspend"
      isDestructive
      onConfirm={async () => {
        await suspend.mutateAsync({
          path: { publisherId: id },
          body: reason.trim() === '' ? {} : { reason: reason.trim() },
        })
        toast(`${name} is suspended.`)
      }}
    >
      <div className="stack">
        <p>
          All apps of <bdi>{name}</bdi> are refused at once: no offers, no clicks, no wall. Reports about
          earlier clicks still count, and the balance stays owed. You can resume it.
        </p>
        <TextInput
          label="Why"
          description="The audit log keeps it. You may leave it empty."
          maxLength={500}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
      </div>
    </ConfirmButton>
  )
}
