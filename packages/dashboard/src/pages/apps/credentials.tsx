import { SegmentedControl } from '@mantine/core'
import { useState } from 'react'
import { useChange } from '../../api/use-change.ts'
import { useSearchState } from '../../frame/use-search-state.ts'
import { ConfirmButton } from '../../parts/feedback/confirm-button.tsx'
import { EmptyState } from '../../parts/feedback/empty-state.tsx'
import { toast } from '../../parts/feedback/toaster.tsx'
import type { Column } from '../../parts/table/column.ts'
import { DataTable } from '../../parts/table/data-table.tsx'
import { Icon } from '../../parts/value/icon.tsx'
import { Moment } from '../../parts/value/moment.tsx'
import { type StatusWord, StatusChip } from '../../parts/value/status-chip.tsx'
import { RotateCredential } from './rotate-credential.tsx'
import type { App } from './setting-fields.ts'

type Credential = App['keys'][number]
type Kind = 'key' | 'secret'

interface CredentialsProps {
  readonly app: App
  readonly mayChange: boolean
}

/** Keys and secrets: when each was used, how long it works, and whether it was seen where it must not be. */
export function Credentials({ app, mayChange }: CredentialsProps) {
  const [state, change] = useSearchState({ mode: 'live' })
  const mode = state.mode === 'test' ? 'test' : 'live'
  const ofMode = (rows: readonly Credential[]) => rows.filter((row) => row.mode === mode).toReversed()
  const leaked = app.secrets.find((one) => one.leaked_at !== null && wordOf(one) === 'Leaked')
  return (
    <div className="stack">
      {leaked && (
        <div className="leak" role="alert">
          <Icon name="bang" />
          <span className="grow">
            The {leaked.mode} secret <code>{leaked.shown}</code> came from a browser
            {leaked.leaked_origin !== null && (
              <>
                {' '}
                on <bdi>{leaked.leaked_origin}</bdi>
              </>
            )}{' '}
            <Moment at={leaked.leaked_at} />. Make a new one, then revoke it.
          </span>
        </div>
      )}
      <div>
        <SegmentedControl
          aria-label="Which credentials"
          value={mode}
          onChange={(next) => change({ mode: next })}
          data={[
            { value: 'live', label: 'Live' },
            { value: 'test', label: 'Test' },
          ]}
        />
      </div>
      <CredentialTable kind="secret" rows={ofMode(app.secrets)} {...{ app, mode, mayChange }} />
      <CredentialTable kind="key" rows={ofMode(app.keys)} {...{ app, mode, mayChange }} />
    </div>
  )
}

interface CredentialTableProps extends CredentialsProps {
  readonly kind: Kind
  readonly mode: 'live' | 'test'
  readonly rows: readonly Credential[]
}

const titles = { key: 'API keys', secret: 'API secrets' } as const

function CredentialTable({ app, kind, mode, rows, mayChange }: CredentialTableProps) {
  const [isRotating, setRotating] = useState(false)
  const revoke: Column<Credential> = {
    name: 'revoke',
    head: <span className="sr">Revoke</span>,
    width: '110px',
    cell: (row) => (isOver(row) ? null : <RevokeButton kind={kind} credential={row} />),
  }
  const latest = rows.find((row) => !isOver(row))
  return (
    <section className="card" aria-labelledby={`${kind}s`}>
      <div className="card-head">
        <h2 id={`${kind}s`} className="grow">
          {titles[kind]}
        </h2>
        {mayChange && (
          <RotateCredential
            appId={app.id}
            kind={kind}
            mode={mode}
            lastUsedAt={latest?.last_used_at ?? null}
            isOpen={isRotating}
            onOpen={setRotating}
          />
        )}
      </div>
      <DataTable
        caption={titles[kind]}
        columns={mayChange ? [...columns, revoke] : columns}
        rows={rows}
        keyOf={({ id }) => id}
        empty={
          <EmptyState icon="key" title={`No ${mode} ${kind}`}>
            {kind === 'key'
              ? 'Every link and every call contains a key.'
              : 'A secret proves the publisher’s server.'}
          </EmptyState>
        }
      />
    </section>
  )
}

const columns: readonly Column<Credential>[] = [
  {
    name: 'shown',
    head: 'Shown',
    card: 'main',
    cell: ({ shown }) => <code className="break">{shown}</code>,
  },
  {
    name: 'state',
    head: 'State',
    card: 'status',
    width: '120px',
    cell: (row) => <StatusChip status={wordOf(row)} />,
  },
  {
    name: 'used',
    head: 'Last used',
    width: '130px',
    cell: ({ last_used_at }) =>
      last_used_at === null ? <span className="faint">never</span> : <Moment at={last_used_at} />,
  },
  {
    name: 'made',
    head: 'Made',
    width: '130px',
    card: 'none',
    cell: ({ created_at }) => <Moment at={created_at} />,
  },
  {
    name: 'ends',
    head: 'Works until',
    width: '140px',
    cell: ({ expires_at, revoked_at }) =>
      revoked_at !== null ? (
        <Moment at={revoked_at} as="moment" />
      ) : expires_at === null ? (
        <span className="faint">no end</span>
      ) : (
        <Moment at={expires_at} as="moment" />
      ),
  },
]

function isOver({ revoked_at, expires_at }: Credential): boolean {
  return revoked_at !== null || (expires_at !== null && expires_at * 1000 <= Date.now())
}

function wordOf(row: Credential): StatusWord {
  if (row.revoked_at !== null) return 'Revoked'
  if (isOver(row)) return 'Expired'
  if (row.leaked_at !== null) return 'Leaked'
  return row.expires_at === null ? 'Active' : 'Expiring'
}

function RevokeButton({ kind, credential }: { readonly kind: Kind; readonly credential: Credential }) {
  const revoke = useChange('revokeCredential', { renews: ['getApp', 'listApps', 'listAudit', 'listNeeds'] })
  const { id, shown, last_used_at } = credential
  return (
    <ConfirmButton
      verb={`Revoke this ${kind}`}
      label={
        <>
          Revoke…<span className="sr"> {shown}</span>
        </>
      }
      isDestructive
      button={{ size: 'xs', className: 'above-row' }}
      onConfirm={async () => {
        await revoke.mutateAsync({ path: { kind, credentialId: id } })
        toast('It is revoked.')
      }}
    >
      <code className="break">{shown}</code> is refused at once, everywhere.{' '}
      {last_used_at === null ? (
        'It was never used.'
      ) : (
        <>
          It was last used <Moment at={last_used_at} />.
        </>
      )}
    </ConfirmButton>
  )
}
