import { NativeSelect } from '@mantine/core'
import { useState } from 'react'
import type { RowOf } from '../../api/operation-types.ts'
import { useChange } from '../../api/use-change.ts'
import { useOperation } from '../../api/use-operation.ts'
import { ConfirmButton } from '../../parts/feedback/confirm-button.tsx'
import { EmptyState } from '../../parts/feedback/empty-state.tsx'
import { toast } from '../../parts/feedback/toaster.tsx'
import { Drawer } from '../../parts/layout/drawer.tsx'
import type { Column } from '../../parts/table/column.ts'
import { DataTable } from '../../parts/table/data-table.tsx'
import { Moment } from '../../parts/value/moment.tsx'
import { StatusChip } from '../../parts/value/status-chip.tsx'
import { useSearchState } from '../../frame/use-search-state.ts'
import { OnceShown } from './once-shown.tsx'
import { roleOptions, roleWords } from './role-words.ts'

type Person = RowOf<'listPeople'>

/** The people of the platform; one opens beside the list, where operators change what there is to change. */
export function PeopleCard({ mayChange }: { readonly mayChange: boolean }) {
  const { data, error, refetch } = useOperation('listPeople', {})
  const [{ person: openId }, change] = useSearchState({ person: '' })
  const opened = data?.find(({ id }) => id === openId)
  const columns: readonly Column<Person>[] = [
    {
      name: 'name',
      head: 'Name',
      card: 'main',
      cell: ({ id, name }) =>
        mayChange ? (
          <button type="button" className="link-button row-link" onClick={() => change({ person: id })}>
            <bdi>{name}</bdi>
          </button>
        ) : (
          <bdi>{name}</bdi>
        ),
    },
    {
      name: 'email',
      head: 'E-mail',
      cell: ({ email, is_doubtful }) => (
        <span className="row wrap">
          <bdi>{email}</bdi>
          {is_doubtful && <StatusChip status="Alert" />}
        </span>
      ),
    },
    { name: 'role', head: 'Role', cell: ({ role }) => roleWords[role] },
    {
      name: 'two-factor',
      head: 'Two-factor',
      cell: ({ has_two_factor }) => <StatusChip status={has_two_factor ? 'Active' : 'Disabled'} />,
    },
    { name: 'sessions', head: 'Sessions', isNumber: true, card: 'none', cell: ({ sessions }) => sessions },
    { name: 'seen', head: 'Signed in', cell: ({ signed_in_at }) => <Moment at={signed_in_at} /> },
  ]
  return (
    <section className="card">
      <div className="card-head">
        <h2>People</h2>
      </div>
      {data?.some(({ is_doubtful }) => is_doubtful) && <DoubtfulNotice mayChange={mayChange} />}
      <DataTable
        caption="People"
        columns={columns}
        rows={data}
        keyOf={({ id }) => id}
        error={error}
        onRetry={() => void refetch()}
        empty={
          <EmptyState icon="team" title="Nobody yet">
            Only programs with a token use this platform so far. Invite the first person.
          </EmptyState>
        }
      />
      {opened && mayChange && <PersonDrawer person={opened} onClose={() => change({ person: '' })} />}
    </section>
  )
}

function DoubtfulNotice({ mayChange }: { readonly mayChange: boolean }) {
  return (
    <p className="card-body" role="alert">
      <b>An operator here may be a stranger.</b> Their account came from a sign-up before this platform was
      set up, marked <StatusChip status="Alert" /> below.{' '}
      {mayChange
        ? 'Open it: confirm it if you know them, else remove it, and look at what they did in the audit log.'
        : 'Ask another operator to look.'}
    </p>
  )
}

function PersonDrawer({ person, onClose }: { readonly person: Person; readonly onClose: () => void }) {
  const path = { personId: person.id }
  const [role, setRole] = useState(person.role)
  const [link, setLink] = useState<string>()
  const renews = { renews: ['listPeople'] } as const
  const changeRole = useChange('changeRole', renews)
  const remove = useChange('removePerson', renews)
  const endSessions = useChange('endPersonSessions', renews)
  const removeTwoFactor = useChange('removeTwoFactor', renews)
  const makeLink = useChange('makeResetLink', { renews: [] })
  const confirm = useChange('confirmPerson', renews)
  return (
    <Drawer title={person.name} onClose={onClose}>
      <div className="stack">
        <p className="muted">
          <bdi>{person.email}</bdi>, here since <Moment at={person.created_at} as="moment" />
        </p>
        {person.is_doubtful && (
          <ConfirmButton
            verb="I know them"
            onConfirm={async () => {
              await confirm.mutateAsync({ path })
              toast(`You vouch for ${person.email}.`)
            }}
          >
            The account of {person.email} came from a sign-up before this platform was set up, when anybody
            could take any address. Confirm it only if you have asked them. The audit log keeps that you did.
          </ConfirmButton>
        )}
        <NativeSelect
          label="Role"
          data={roleOptions}
          value={role}
          onChange={(event) => setRole(event.currentTarget.value as Person['role'])} // one of the options
        />
        {role !== person.role && (
          <ConfirmButton
            verb={`Make them ${roleWords[role].toLowerCase()}`}
            onConfirm={async () => {
              await changeRole.mutateAsync({ path, body: { role } })
              toast('The role was changed.')
            }}
          >
            {person.email} is {roleWords[person.role].toLowerCase()} now. Their sessions end.
          </ConfirmButton>
        )}
        {link === undefined ? (
          <ConfirmButton
            verb="Make a link for a new password"
            isDisabled={!person.has_password}
            onConfirm={async () => setLink((await makeLink.mutateAsync({ path })).data.link)}
          >
            Pass it on to {person.email} yourself; it works once, for an hour. Their second step stays.
          </ConfirmButton>
        ) : (
          <OnceShown
            value={link}
            label="Link for a new password"
            note="The link works once, for an hour. We cannot show it again."
            onStored={() => setLink(undefined)}
          />
        )}
        <ConfirmButton
          verb="End their sessions"
          isDisabled={person.sessions === 0}
          onConfirm={async () => {
            await endSessions.mutateAsync({ path })
            toast('Their sessions have ended.')
          }}
        >
          {person.email} has {person.sessions} and must sign in again.
        </ConfirmButton>
        {person.has_two_factor && (
          <ConfirmButton
            verb="Turn their two-factor off"
            isDestructive
            onConfirm={async () => {
              await removeTwoFactor.mutateAsync({ path })
              toast('Two-factor is off.')
            }}
          >
            Do it only where {person.email} has lost the app and the recovery codes: their password alone lets
            them in then.
          </ConfirmButton>
        )}
        <ConfirmButton
          verb="Remove from the platform"
          isDestructive
          onConfirm={async () => {
            await remove.mutateAsync({ path })
            toast(`${person.email} is removed.`)
            onClose()
          }}
        >
          {person.email} is signed out at once and cannot come back without an invitation. Tokens and
          invitations that they have made end, too: give programs that go on a token of your own first. What
          they did stays in the audit log.
        </ConfirmButton>
      </div>
    </Drawer>
  )
}
