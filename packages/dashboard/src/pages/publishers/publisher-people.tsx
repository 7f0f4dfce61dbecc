import { useState } from 'react'
import type { DataOf } from '../../api/operation-types.ts'
import { useChange } from '../../api/use-change.ts'
import { EmptyState } from '../../parts/feedback/empty-state.tsx'
import { ConfirmButton } from '../../parts/feedback/confirm-button.tsx'
import type { Column } from '../../parts/table/column.ts'
import { DataTable } from '../../parts/table/data-table.tsx'
import { Address } from '../people/address.tsx'
import { OnceShown } from '../people/once-shown.tsx'
import { Moment } from '../../parts/value/moment.tsx'

type Member = DataOf<'getPublisher'>['members'][number]

const facts: readonly Column<Member>[] = [
  { name: 'name', head: 'Name', card: 'main', cell: ({ name }) => <bdi>{name}</bdi> },
  {
    name: 'email',
    head: 'E-mail',
    cell: ({ email, is_confirmed }) => <Address email={email} isConfirmed={is_confirmed} />,
  },
  { name: 'role', head: 'Role', card: 'status', cell: ({ role }) => role },
  { name: 'since', head: 'Since', cell: ({ since }) => <Moment at={since} as="moment" /> },
]

const access: Column<Member> = {
  name: 'access',
  head: <span className="sr">Access</span>,
  cell: (member) => member.is_confirmed && <NewPassword member={member} />,
}

/** The people who may act for a publisher. An operator lets in who has forgotten a password: mail may be off. */
export function PublisherPeople({
  members,
  mayChange,
}: {
  readonly members: readonly Member[]
  readonly mayChange: boolean
}) {
  return (
    <section className="card">
      <DataTable
        caption="People"
        columns={mayChange ? [...facts, access] : facts}
        rows={members}
        keyOf={({ person_id }) => person_id}
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

function NewPassword({ member: { person_id: personId, email } }: { readonly member: Member }) {
  const [link, setLink] = useState<string>()
  const makeLink = useChange('makeResetLink', { renews: [] })
  if (link !== undefined)
    return (
      <OnceShown
        value={link}
        label="Link for a new password"
        note="The link works once, for an hour. We cannot show it again."
        onStored={() => setLink(undefined)}
      />
    )
  return (
    <ConfirmButton
      verb="Make a link for a new password"
      label="New password…"
      onConfirm={async () => setLink((await makeLink.mutateAsync({ path: { personId } })).data.link)}
    >
      You get a link by which {email} sets a new password. Pass it on yourself; it works once, for an hour.
      Their sessions end when they use it, and their second step stays.
    </ConfirmButton>
  )
}
