import { Button, Modal, NativeSelect } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useChange } from '../../api/use-change.ts'
import { Failure } from '../../parts/feedback/failure.tsx'
import { Moment } from '../../parts/value/moment.tsx'
import { OnceShown } from '../people/once-shown.tsx'

interface RotateCredentialProps {
  readonly appId: string
  readonly kind: 'key' | 'secret'
  readonly mode: 'live' | 'test'
  readonly lastUsedAt: number | null
  readonly isOpen: boolean
  readonly onOpen: (isOpen: boolean) => void
}

const overlaps = {
  secret: [
    { value: '0', label: 'Not at all: they end now' },
    { value: '3600', label: 'An hour' },
    { value: '86400', label: '24 hours' },
    { value: '604800', label: '7 days' },
  ],
  key: [
    { value: '0', label: 'Not at all: they end now' },
    { value: '86400', label: '24 hours' },
    { value: '604800', label: '7 days' },
    { value: '2592000', label: '30 days' },
    { value: '7776000', label: '90 days' },
  ],
} as const

const standards = { secret: '86400', key: '2592000' } as const

/** A new key or secret beside those before, which work on for a while. The list is renewed when the dialog closes. */
export function RotateCredential(props: RotateCredentialProps) {
  const { appId, kind, mode, lastUsedAt, isOpen, onOpen } = props
  const [overlap, setOverlap] = useState<string>(standards[kind])
  // The list would take the dialog with it, and the secret that nobody has copied yet.
  const rotate = useChange('rotateCredential', { renews: [] })
  const client = useQueryClient()
  const made = rotate.data?.data
  const close = async () => {
    onOpen(false)
    rotate.reset()
    await client.invalidateQueries()
  }
  return (
    <>
      <Button size="xs" onClick={() => onOpen(true)}>
        New {kind}…
      </Button>
      <Modal
        opened={isOpen}
        onClose={() => void close()}
        closeOnClickOutside={!made}
        closeOnEscape={!made}
        title={made ? `The new ${mode} ${kind}` : `New ${mode} ${kind}`}
      >
        <div className="stack">
          {made ? (
            <OnceShown
              value={made.credential}
              label={`New ${kind}`}
              note={noteOf(kind, made.ending, overlap)}
              onStored={() => void close()}
            />
          ) : (
            <>
              <p>
                {kind === 'key'
                  ? 'Links that are already out contain the present key. Give it a long time.'
                  : 'The publisher’s server can change over while both secrets work.'}{' '}
                {lastUsedAt === null ? (
                  'The present one was never used.'
                ) : (
                  <>
                    The present one was last used <Moment at={lastUsedAt} />.
                  </>
                )}
              </p>
              <NativeSelect
                label="Those before work on for"
                value={overlap}
                data={[...overlaps[kind]]}
                onChange={(event) => setOverlap(event.currentTarget.value)}
              />
              {rotate.error !== null && <Failure what={`No ${kind} was made`} error={rotate.error} />}
              <div className="row">
                <Button
                  variant="filled"
                  loading={rotate.isPending}
                  onClick={() =>
                    rotate.mutate({ path: { appId }, body: { kind, mode, overlapSec: Number(overlap) } })
                  }
                >
                  Make the {kind}
                </Button>
                <Button onClick={() => void close()}>Cancel</Button>
              </div>
            </>
          )}
        </div>
      </Modal>
    </>
  )
}

function noteOf(kind: 'key' | 'secret', ending: number, overlap: string): string {
  const before =
    ending === 0
      ? ''
      : overlap === '0'
        ? ' Those before have ended.'
        : ` Those before work on for ${overlaps[kind].find(({ value }) => value === overlap)?.label.toLowerCase() ?? 'a while'}.`
  return kind === 'key'
    ? `Give it to the publisher.${before}`
    : `Copy it now. We do not keep it and cannot show it again.${before}`
}
