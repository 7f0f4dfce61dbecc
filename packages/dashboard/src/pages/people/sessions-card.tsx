import { useChange } from '../../api/use-change.ts'
import type { RowOf } from '../../api/operation-types.ts'
import { useOperation } from '../../api/use-operation.ts'
import { ConfirmButton } from '../../parts/feedback/confirm-button.tsx'
import { EmptyState } from '../../parts/feedback/empty-state.tsx'
import { toast } from '../../parts/feedback/toaster.tsx'
import type { Column } from '../../parts/table/column.ts'
import { DataTable } from '../../parts/table/data-table.tsx'
import { Moment } from '../../parts/value/moment.tsx'

type Session = RowOf<'listOwnSessions'>

/** Where the reader is signed in. */
export function SessionsCard() {
  const { data, error, refetch } = useOperation('listOwnSessions', {})
  const end = useChange('endOwnSession', { renews: ['listOwnSessions'] })
  const endOthers = useChange('endOtherSessions', { renews: ['listOwnSessions'] })
  const columns: readonly Column<Session>[] = [
    {
      name: 'browser',
      head: 'Browser',
      card: 'main',
      cell: ({ user_agent }) => <span title={user_agent ?? ''}>{browserOf(user_agent)}</span>,
    },
    { name: 'address', head: 'Address', cell: ({ address }) => <code>{address ?? '–'}</code> },
    { name: 'since', head: 'Signed in', cell: ({ created_at }) => <Moment at={created_at} /> },
    {
      name: 'until',
      head: 'Ends by itself',
      cell: ({ expires_at }) => <Moment at={expires_at} as="moment" />,
    },
    {
      name: 'end',
      head: <span className="faint">This or end</span>,
      card: 'status',
      cell: (session) =>
        session.is_this ? (
          <span className="muted">This session</span>
        ) : (
          <ConfirmButton
            verb="End this session"
            isDestructive
            button={{ size: 'xs' }}
            label="End…"
            onConfirm={async () => {
              await end.mutateAsync({ path: { sessionId: session.id } })
              toast('The session has ended.')
            }}
          >
            Whoever uses {browserOf(session.user_agent)} at {session.address ?? 'an unknown address'} has to
            sign in again.
          </ConfirmButton>
        ),
    },
  ]
  return (
    <section className="card">
      <div className="card-head">
        <h2 className="grow">Sessions</h2>
        {(data?.length ?? 0) > 1 && (
          <ConfirmButton
            verb="End all others"
            button={{ size: 'xs' }}
            onConfirm={async () => {
              await endOthers.mutateAsync({})
              toast('All other sessions have ended.')
            }}
          >
            You stay signed in here, and nowhere else.
          </ConfirmButton>
        )}
      </div>
      <DataTable
        caption="Sessions"
        columns={columns}
        rows={data}
        keyOf={({ id }) => id}
        error={error}
        onRetry={() => void refetch()}
        empty={<EmptyState title="No session" />}
      />
    </section>
  )
}

const browsers = ['Edg', 'OPR', 'Firefox', 'Chrome', 'Safari'] as const
const systems = ['Android', 'iPhone', 'iPad', 'Windows', 'Mac OS X', 'Linux'] as const

/** Browser and system by the User-Agent, in a few words. */
function browserOf(userAgent: string | null): string {
  const text = userAgent ?? ''
  const browser = browsers.find((one) => text.includes(`${one}/`))
  const system = systems.find((one) => text.includes(one))
  const name = browser === 'Edg' ? 'Edge' : browser === 'OPR' ? 'Opera' : browser
  return [name ?? 'A browser', ...(system ? [`on ${system.replace(' OS X', '')}`] : [])].join(' ')
}
