import { useState } from 'react'
import { formatCount } from '../../format/format-number.ts'
import { ConfirmButton } from '../../parts/feedback/confirm-button.tsx'
import { toast } from '../../parts/feedback/toaster.tsx'
import { Moment } from '../../parts/value/moment.tsx'
import { OnceShown } from '../people/once-shown.tsx'
import type { Endpoint } from './receiver-draft.ts'

interface SecretCardProps {
  readonly endpoint: Pick<Endpoint, 'format' | 'has_secret' | 'previous_secret_ends_at'>
  /** Makes a new one, and resolves to it. */
  readonly onRotate: () => Promise<string>
}

/** A new secret, shown once, and how long the one before signs beside it. */
export function SecretCard({ endpoint, onRotate }: SecretCardProps) {
  const [secret, setSecret] = useState<string>()
  const { has_secret, previous_secret_ends_at, format } = endpoint
  return (
    <section className="card" aria-labelledby="endpoint-secret">
      <div className="card-head">
        <h2 id="endpoint-secret">Secret</h2>
      </div>
      <div className="card-body stack">
        {secret === undefined ? (
          <>
            <p className="sm muted">
              {has_secret ? 'It has one, which signs what is sent.' : 'It has none.'}
              {previous_secret_ends_at !== null && (
                <>
                  {' '}
                  The one before signs, too, until <Moment at={previous_secret_ends_at} as="moment" />.
                </>
              )}
            </p>
            <div>
              <ConfirmButton verb="Make a new secret" onConfirm={async () => setSecret(await onRotate())}>
                {format === 'native'
                  ? 'For the next 24 hours callbacks are signed with both secrets. Give the receiver the new one in that time.'
                  : 'From now on callbacks are signed with the new secret alone. Give it to the receiver at once.'}
              </ConfirmButton>
            </div>
          </>
        ) : (
          <OnceShown
            value={secret}
            label="New secret"
            note="Give it to the receiver. We cannot show it again."
            onStored={() => setSecret(undefined)}
          />
        )}
      </div>
    </section>
  )
}

interface RemoveCardProps {
  readonly endpoint: Pick<Endpoint, 'name' | 'app' | 'waiting'>
  readonly onRemove: () => Promise<void>
}

/** Its end, which cannot be taken back. */
export function RemoveCard({ endpoint: { name, app, waiting }, onRemove }: RemoveCardProps) {
  return (
    <section className="card" aria-labelledby="endpoint-remove">
      <div className="card-head">
        <h2 id="endpoint-remove">Removal</h2>
      </div>
      <div className="card-body stack">
        <p className="sm muted">What it is still owed is cancelled; what was sent stays readable.</p>
        <div>
          <ConfirmButton
            verb="Remove this receiver"
            isDestructive
            onConfirm={async () => {
              await onRemove()
              toast(`The receiver ${name} is removed.`)
            }}
          >
            Nothing more is sent to “<bdi>{name}</bdi>” of <bdi>{app}</bdi>, and it cannot be brought back.
            {waiting > 0 && ` ${formatCount(waiting)} callbacks that wait for it are cancelled.`}
          </ConfirmButton>
        </div>
      </div>
    </section>
  )
}
