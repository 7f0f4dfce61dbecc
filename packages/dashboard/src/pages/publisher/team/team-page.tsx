import { Button, Select, TextInput } from '@mantine/core'
import { memberRoles } from '@quoin/core/people/member-role.ts'
import { type FormEvent, useState } from 'react'
import type { RowOf } from '../../../api/operation-types.ts'
import { useManaged, useManagedChange, useMayManage } from '../../../frame/publisher/use-managed.ts'
import { ConfirmButton } from '../../../parts/feedback/confirm-button.tsx'
import { EmptyState } from '../../../parts/feedback/empty-state.tsx'
import { Failure } from '../../../parts/feedback/failure.tsx'
import { toast } from '../../../parts/feedback/toaster.tsx'
import { PageHeader } from '../../../parts/layout/page-header.tsx'
import type { Column } from '../../../parts/table/column.ts'
import { DataTable } from '../../../parts/table/data-table.tsx'
import { Moment } from '../../../parts/value/moment.tsx'
import { OnceShown } from '../../people/once-shown.tsx'
import { memberRoleOptions } from './member-roles.ts'
import { OpenInvitations } from './open-invitations.tsx'
import '../../people/door.css'

type Person = RowOf<'listMyPeople'>

/** The people of the publisher, and invitations. */
export function TeamPage() {
  const { data: people, error, refetch } = useManaged('listMyPeople')
  const isOwner = useMayManage('owner')
  const { mutateAsync: changeRole } = useManagedChange('changeMyRole')
  const { mutateAsync: remove } = useManagedChange('removeMyPerson')
  const columns: readonly Column<Person>[] = [
    { name: 'name', head: 'Name', card: 'main', cell: ({ name }) => <bdi>{name}</bdi> },
    { name: 'email', head: 'E-mail', cell: ({ email }) => <bdi>{email}</bdi> },
    {
      name: 'role',
      head: 'Role',
      cell: ({ id, name, role }) =>
        isOwner ? (
          <Select
            aria-label={`Role of ${name}`}
            data={memberRoleOptions}
            allowDeselect={false}
            value={role}
            onChange={(value) =>
              void changeRole({ path: { personId: id }, body: { role: value } })
                .then(() => toast('They have to sign in again.'))
                .catch((reason: unknown) => toast(reason instanceof Error ? reason.message : 'Not changed.'))
            }
          />
        ) : (
          role
        ),
    },
    { name: 'two', head: 'Two-factor', cell: ({ has_two_factor }) => (has_two_factor ? 'On' : 'Off') },
    { name: 'since', head: 'Here since', cell: ({ created_at }) => <Moment at={created_at} as="moment" /> },
    {
      name: 'act',
      head: <span className="sr">Actions</span>,
      cell: ({ id, name }) =>
        isOwner && (
          <ConfirmButton
            verb={`Remove ${name}`}
            label="Remove…"
            isDestructive
            onConfirm={() => remove({ path: { personId: id } })}
          >
            Their sessions end at once.
          </ConfirmButton>
        ),
    },
  ]
  return (
    <>
      <PageHeader title="Team">
        Analysts read, developers change apps, keys and callbacks, owners do everything.
      </PageHeader>
      <div className="settings-stack">
        {isOwner && <InviteCard />}
        <section className="card">
          <DataTable
            rows={people}
            error={error}
            isRefreshing={false}
            more={undefined}
            onRetry={() => void refetch()}
            caption="People"
            columns={columns}
            keyOf={({ id }) => id}
            empty={
              <EmptyState icon="team" title="Nobody yet">
                People who accept an invitation are listed here.
              </EmptyState>
            }
          />
        </section>
        {isOwner && <OpenInvitations />}
      </div>
    </>
  )
}

function InviteCard() {
  const [email, setEmail] = useState('')
  const [role, setRole] = useState<string>('developer')
  const { mutate, data, reset, isPending, error } = useManagedChange('inviteMyPerson', {
    renews: ['listMyInvitations'],
  })
  const made = data?.data
  const submit = (event: FormEvent) => {
    event.preventDefault()
    mutate({ body: { email, role } })
  }
  const again = () => {
    setEmail('')
    reset()
  }
  if (made)
    return (
      <section className="card settings-card">
        <h2>{made.is_mailed ? 'We have sent a mail' : 'Pass this link on'}</h2>
        {made.link === null ? (
          <>
            <p>The link lets {email} join. It works once, for seven days.</p>
            <Button variant="default" onClick={again}>
              Invite somebody else
            </Button>
          </>
        ) : (
          <OnceShown
            value={made.link}
            label="Invitation"
            note={`The link is for ${email}. It works once, for seven days.`}
            onStored={again}
          />
        )}
      </section>
    )
  return (
    <section className="card settings-card">
      <h2>Invite somebody</h2>
      <form onSubmit={submit}>
        <TextInput
          label="E-mail"
          type="email"
          required
          value={email}
          onChange={(event) => setEmail(event.currentTarget.value)}
        />
        <Select
          label="Role"
          data={memberRoleOptions}
          allowDeselect={false}
          value={role}
          onChange={(value) => setRole(memberRoles.find((one) => one === value) ?? role)}
        />
        {error !== null && <Failure what="Nobody was invited" error={error} />}
        <Button type="submit" variant="filled" loading={isPending}>
          Invite
        </Button>
      </form>
    </section>
  )
}
