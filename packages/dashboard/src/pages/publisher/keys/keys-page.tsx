import type { DataOf } from '../../../api/operation-types.ts'
import { useHere } from '../../../frame/publisher/use-here.ts'
import { useManaged, useManagedChange, useMayManage } from '../../../frame/publisher/use-managed.ts'
import { ConfirmButton } from '../../../parts/feedback/confirm-button.tsx'
import { Awaited } from '../../../parts/feedback/awaited.tsx'
import { toast } from '../../../parts/feedback/toaster.tsx'
import { PageHeader } from '../../../parts/layout/page-header.tsx'
import type { Column } from '../../../parts/table/column.ts'
import { DataTable } from '../../../parts/table/data-table.tsx'
import { Moment } from '../../../parts/value/moment.tsx'
import { ShortId } from '../../../parts/value/short-id.tsx'
import { StatusChip, type StatusWord } from '../../../parts/value/status-chip.tsx'
import { OwnLinkKey } from './own-link-key.tsx'
import { RotateButton } from './rotate-button.tsx'

type Credentials = DataOf<'listMyCredentials'>
type Row = Credentials['keys'][number]
type Kind = 'key' | 'secret'

/** Keys and secrets of the mode: when each was used, when it ends, a new one with an overlap. */
export function KeysPage() {
  const { mode } = useHere()
  const { data, error, refetch } = useManaged('listMyCredentials')
  const mayChange = useMayManage('developer')
  return (
    <>
      <PageHeader title={mode === 'test' ? 'Test keys and secrets' : 'Keys and secrets'}>
        Every tracking link contains the key, and everybody may see it. The secret stays on your servers.
      </PageHeader>
      {data?.secrets.filter(isLeaked).map((secret) => (
        <LeakNotice key={secret.id} secret={secret} />
      ))}
      {data ? (
        <div className="stack">
          <Group kind="secret" rows={data.secrets} mayChange={mayChange} />
          <Group kind="key" rows={data.keys} mayChange={mayChange} />
          {mayChange && <OwnLinkKey />}
        </div>
      ) : (
        <Awaited what="The keys could not be loaded" error={error} onRetry={refetch} />
      )}
    </>
  )
}

function isLeaked({ leaked_at, revoked_at, expires_at }: Row): boolean {
  return leaked_at !== null && revoked_at === null && !isOver(expires_at)
}

function isOver(endsAt: number | null): boolean {
  return endsAt !== null && endsAt * 1_000 <= Date.now()
}

function LeakNotice({ secret }: { readonly secret: Row }) {
  return (
    <section className="card card-body" role="alert">
      <h2>
        A browser sent the secret {secret.shown} <StatusChip status="Leaked" />
      </h2>
      <p>
        A page sent it with its calls <Moment at={secret.leaked_at} />, from <bdi>{secret.leaked_origin}</bdi>
        : whoever opens that page can read it, list offers and claim conversions in your name. Make a new
        secret, take the old one out of the page, and end it.
      </p>
    </section>
  )
}

function statusOf({ expires_at, revoked_at, leaked_at }: Row): StatusWord {
  if (revoked_at !== null) return 'Revoked'
  if (isOver(expires_at)) return 'Expired'
  if (leaked_at !== null) return 'Leaked'
  return expires_at === null ? 'Active' : 'Expiring'
}

interface GroupProps {
  readonly kind: Kind
  readonly rows: readonly Row[]
  readonly mayChange: boolean
}

function Group({ kind, rows, mayChange }: GroupProps) {
  const { mutateAsync } = useManagedChange('endMyCredential')
  const end = async (row: Row) => {
    await mutateAsync({ path: { kind, credentialId: row.id } })
    toast('It has ended.')
  }
  const columns: readonly Column<Row>[] = [
    {
      name: 'shown',
      head: kind === 'key' ? 'Key' : 'Secret',
      card: 'main',
      cell: ({ shown }) =>
        kind === 'key' ? <ShortId id={shown} name="key" /> : <span className="mono">{shown}</span>,
    },
    { name: 'status', head: 'Status', card: 'status', cell: (row) => <StatusChip status={statusOf(row)} /> },
    { name: 'made', head: 'Made', cell: ({ created_at }) => <Moment at={created_at} /> },
    {
      name: 'used',
      head: 'Last used',
      cell: ({ last_used_at }) => (last_used_at === null ? 'Never' : <Moment at={last_used_at} />),
    },
    {
      name: 'ends',
      head: 'Ends',
      cell: ({ expires_at, revoked_at }) => {
        const at = revoked_at ?? expires_at
        return at === null ? 'Never' : <Moment at={at} as="moment" />
      },
    },
    {
      name: 'act',
      head: <span className="sr">Actions</span>,
      cell: (row) =>
        mayChange && (statusOf(row) === 'Expiring' || statusOf(row) === 'Leaked') ? (
          <ConfirmButton verb={`End ${row.shown}`} label="End now…" isDestructive onConfirm={() => end(row)}>
            Calls that still use it are refused at once.
          </ConfirmButton>
        ) : null,
    },
  ]
  return (
    <section className="card">
      <div className="card-head">
        <h2 className="grow">{kind === 'key' ? 'API keys' : 'Secrets'}</h2>
        {mayChange && <RotateButton kind={kind} lastUsedAt={lastUse(rows)} />}
      </div>
      <DataTable
        rows={rows.toReversed()}
        error={null}
        isRefreshing={false}
        more={undefined}
        onRetry={() => undefined}
        caption={kind === 'key' ? 'API keys' : 'Secrets'}
        columns={columns}
        keyOf={({ id }) => id}
        empty={<p className="card-body">None yet.</p>}
      />
    </section>
  )
}

function lastUse(rows: readonly Row[]): number | null {
  const times = rows.flatMap(({ last_used_at }) => (last_used_at === null ? [] : [last_used_at]))
  return times.length === 0 ? null : Math.max(...times)
}
