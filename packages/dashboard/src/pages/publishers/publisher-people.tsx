import type { DataOf } from '../../api/operation-types.ts'
import { EmptyState } from '../../parts/feedback/empty-state.tsx'
import type { Column } from '../../parts/table/column.ts'
import { DataTable } from '../../parts/table/data-table.tsx'
import { Address } from '../people/address.tsx'
import { Moment } from '../../parts/value/moment.tsx'

type Member = DataOf<'getPublisher'>['members'][number]

const columns: readonly Column<Member>[] = [
  { name: 'name', head: 'Name', card: 'main', cell: ({ name }) => <bdi>{name}</bdi> },
  {
    name: 'email',
    head: 'E-mail',
    cell: ({ email, is_confirmed }) => <Address email={email} isConfirmed={is_confirmed} />,
  },
  { name: 'role', head: 'Role', card: 'status', cell: ({ role }) => role },
  { name: 'since', head: 'Since', cell: ({ since }) => <Moment at={since} as="moment" /> },
]

/** The people who may act for a publisher. */
export function PublisherPeople({ members }: { readonly members: readonly Member[] }) {
  return (
    <section className="card">
      <DataTable
        caption="People"
        columns={columns}
        rows={members}
        keyOf={({ email }) => email}
        empty={
          <EmptyState icon="team" title="Nobody yet">
            People who sign up for this publisher, and those they invite, are listed here. To let the first
            one in, view as publisher with leave to change, and invite an owner under Team.
          </EmptyState>
        }
      />
    </section>
  )
}
