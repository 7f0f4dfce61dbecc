import { Button, Checkbox, Modal, Radio } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useHere } from '../../../frame/publisher/use-here.ts'
import { useManagedChange } from '../../../frame/publisher/use-managed.ts'
import { copyText } from '../../../parts/feedback/copy-text.ts'
import { Failure } from '../../../parts/feedback/failure.tsx'
import { Moment } from '../../../parts/value/moment.tsx'
import '../../people/door.css'

const overlaps = [
  { sec: 0, text: 'It ends now' },
  { sec: 3_600, text: 'For 1 hour' },
  { sec: 86_400, text: 'For 24 hours' },
  { sec: 604_800, text: 'For 7 days' },
] as const
const usualSec = 86_400

interface RotateProps {
  readonly kind: 'key' | 'secret'
  /** Unix seconds; null: never used. */
  readonly lastUsedAt: number | null
}

/** A new key or secret; the one before works on for as long as is chosen. A new secret is shown this once. */
export function RotateButton({ kind, lastUsedAt }: RotateProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button onClick={() => setOpen(true)}>Rotate…</Button>
      {isOpen && <RotateDialog kind={kind} lastUsedAt={lastUsedAt} onClose={() => setOpen(false)} />}
    </>
  )
}

function RotateDialog({ kind, lastUsedAt, onClose }: RotateProps & { readonly onClose: () => void }) {
  const { mode } = useHere()
  const [overlapSec, setOverlap] = useState<number>(usualSec)
  const [isStored, setStored] = useState(false)
  // Nothing is asked for again before it is stored: the list would take the dialog away with the secret in it.
  const { mutate, data, isPending, error } = useManagedChange('rotateMyCredential', { renews: [] })
  const client = useQueryClient()
  const credential = data?.data.credential
  const close = () => {
    if (credential !== undefined && !isStored) return
    if (credential !== undefined) void client.invalidateQueries()
    onClose()
  }
  return (
    <Modal
      opened
      onClose={close}
      title={credential === undefined ? `Rotate the ${mode} ${kind}` : `Your new ${kind}`}
      closeOnClickOutside={credential === undefined}
      closeOnEscape={credential === undefined}
      withCloseButton={credential === undefined}
    >
      {credential === undefined ? (
        <div className="stack">
          <p>
            A new {kind} is made. How long does the old one work beside it?{' '}
            {lastUsedAt === null ? (
              'It was never used.'
            ) : (
              <>
                It was used last <Moment at={lastUsedAt} />.
              </>
            )}
          </p>
          <Radio.Group
            label="The old one works"
            value={String(overlapSec)}
            onChange={(value) => setOverlap(Number(value))}
          >
            <div className="stack">
              {overlaps.map(({ sec, text }) => (
                <Radio key={sec} value={String(sec)} label={text} />
              ))}
            </div>
          </Radio.Group>
          {error !== null && <Failure what="Nothing was rotated" error={error} />}
          <Button
            variant="filled"
            loading={isPending}
            onClick={() => mutate({ body: { kind, mode, overlapSec } })}
          >
            Make a new {kind}
          </Button>
        </div>
      ) : (
        <div className="stack">
          <p>
            {kind === 'secret'
              ? 'Copy it now. We keep only a digest and cannot show it again.'
              : 'The links of new lists contain it.'}
          </p>
          <output className="once mono" aria-label={`New ${kind}`}>
            {credential}
          </output>
          <Button onClick={() => void copyText(credential)}>Copy</Button>
          <Checkbox
            label={`I have stored the ${kind}`}
            checked={isStored}
            onChange={(event) => setStored(event.currentTarget.checked)}
          />
          <Button variant="filled" disabled={!isStored} onClick={close}>
            Done
          </Button>
        </div>
      )}
    </Modal>
  )
}
