import { Link } from '@tanstack/react-router'
import type { RowOf } from '../../api/operation-types.ts'
import { useChange } from '../../api/use-change.ts'
import { useOperation } from '../../api/use-operation.ts'
import { ConfirmButton } from '../../parts/feedback/confirm-button.tsx'
import { EmptyState } from '../../parts/feedback/empty-state.tsx'
import { toast } from '../../parts/feedback/toaster.tsx'
import type { Column } from '../../parts/table/column.ts'
import { DataTable } from '../../parts/table/data-table.tsx'
import { Moment } from '../../parts/value/moment.tsx'

type Account = RowOf<'listUnconfirmedPeople'>

const ways = { sign_up: 'Sign-up', invitation: 'Invited by a publisher' } as const

const columns: readonly Column<Account>[] = [
  { name: 'email', head: 'Claimed e-mail', card: 'main', cell: ({ email }) => <bdi>{email}</bdi> },
  { name: 'name', head: 'Name', cell: ({ name }) => <bdi>{name}</bdi> },
  {
    name: 'publisher',
    head: 'Publisher',
    cell: ({ publisher_id, publisher }) =>
      publisher_id === null ? (
        <span className="faint">none</span>
      ) : (
        <Link to={`/ops/publishers/${publisher_id}`}>
          <bdi>{publisher}</bdi>
        </Link>
      ),
  },
  { name: 'way', head: 'Came by', cell: ({ came_by }) => (came_by === null ? 'Unknown' : ways[came_by]) },
  { name: 'from', head: 'From', cell: ({ address }) => <bdi className="mono">{address ?? '–'}</bdi> },
  { name: 'when', head: 'When', cell: ({ created_at }) => <Moment at={created_at} /> },
  {
    name: 'decide',
    head: <span className="faint">Decide</span>,
    cell: (account) => <Decision account={account} />,
  },
]

/** Accounts of whom nobody knows whether the address is theirs; an operator approves or deletes each. */
export function UnconfirmedCard() {
  const { data, error, refetch } = useOperation('listUnconfirmedPeople', {})
  return (
    <section className="card" id="unconfirmed">
      <div className="card-head">
        <h2>Unconfirmed accounts</h2>
      </div>
      <p className="card-body muted">
        No mail has confirmed these addresses. Ask them by another way whether it is theirs. Until you approve
        one, nobody can sign in by it, and your own invitations come first.
      </p>
      <DataTable
        caption="Unconfirmed accounts"
        columns={columns}
        rows={data}
        keyOf={({ id }) => id}
        error={error}
        onRetry={() => void refetch()}
        empty={
          <EmptyState icon="team" title="Every address is confirmed">
            While this service sends no mail, people who sign up are listed here until you decide.
          </EmptyState>
        }
      />
    </section>
  )
}

const renews = { renews: ['listUnconfirmedPeople', 'listPublishers', 'getPublisher', 'getOverview'] } as const

function Decision({ account }: { readonly account: Account }) {
  const { id, email, publisher, publisher_id, publisher_status } = account
  const confirm = useChange('confirmPerson', renews)
  const approve = useChange('approvePublisher', renews)
  const remove = useChange('deleteUnconfirmedPerson', renews)
  const isWaiting = publisher_id !== null && publisher_status === 'waiting'
  return (
    <span className="row">
      <ConfirmButton
        verb={isWaiting ? `Approve ${publisher ?? email}` : `Confirm ${email}`}
        label={isWaiting ? 'Approve…' : 'Confirm…'}
        button={{ size: 'xs' }}
        onConfirm={async () => {
          await (isWaiting
            ? approve.mutateAsync({ path: { publisherId: publisher_id } })
            : confirm.mutateAsync({ path: { personId: id } }))
          toast(`${email} is confirmed.`)
        }}
      >
        <bdi>{email}</bdi> signs in with this address from now on
        {isWaiting && (
          <>
            , and the live credentials of <bdi>{publisher}</bdi> work
          </>
        )}
        . Do it only when you know that the address is theirs.
      </ConfirmButton>
      <ConfirmButton
        verb="Delete this account"
        label="Delete…"
        isDestructive
        button={{ size: 'xs' }}
        onConfirm={async () => {
          await remove.mutateAsync({ path: { personId: id } })
          toast('The account is deleted.')
        }}
      >
        Its sessions, tokens and invitations end
        {isWaiting && (
          <>
            , and <bdi>{publisher}</bdi> is suspended unless somebody else belongs to it
          </>
        )}
        . Whoever it is may sign up again.
      </ConfirmButton>
    </span>
  )
}
