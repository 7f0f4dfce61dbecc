import { ConfirmButton } from '../../parts/feedback/confirm-button.tsx'
import { EmptyState } from '../../parts/feedback/empty-state.tsx'
import { toast } from '../../parts/feedback/toaster.tsx'
import type { Column } from '../../parts/table/column.ts'
import { DataTable } from '../../parts/table/data-table.tsx'
import { Moment } from '../../parts/value/moment.tsx'

interface Invitation {
  readonly id: string
  readonly email: string
  readonly role: string
  readonly expires_at: number
}

interface InvitationsViewProps {
  readonly rows: readonly Invitation[] | undefined
  readonly error: unknown
  readonly onRetry: () => void
  readonly onRevoke: (invitationId: string) => Promise<unknown>
}

/** Invitations that nobody has used yet. */
export function InvitationsView({ rows, error, onRetry, onRevoke }: InvitationsViewProps) {
  const columns: readonly Column<Invitation>[] = [
    { name: 'email', head: 'E-mail', card: 'main', cell: ({ email }) => <bdi>{email}</bdi> },
    { name: 'role', head: 'Role', cell: ({ role }) => role.slice(0, 1).toUpperCase() + role.slice(1) },
    { name: 'until', head: 'Until', cell: ({ expires_at }) => <Moment at={expires_at} as="moment" /> },
    {
      name: 'revoke',
      head: <span className="faint">Take back</span>,
      card: 'status',
      cell: ({ id, email }) => (
        <ConfirmButton
          verb="Take the invitation back"
          label="Take back…"
          button={{ size: 'xs' }}
          onConfirm={async () => {
            await onRevoke(id)
            toast('The invitation is taken back.')
          }}
        >
          The link of {email} does not work any more.
        </ConfirmButton>
      ),
    },
  ]
  return (
    <section className="card">
      <div className="card-head">
        <h2>Open invitations</h2>
      </div>
      <DataTable
        caption="Open invitations"
        columns={columns}
        rows={rows}
        keyOf={({ id }) => id}
        error={error}
        onRetry={onRetry}
        empty={
          <EmptyState title="Nobody is invited">
            People whom you invite are listed here until they come.
          </EmptyState>
        }
      />
    </section>
  )
}
