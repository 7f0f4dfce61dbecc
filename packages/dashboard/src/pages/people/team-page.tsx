import { Button, NativeSelect, TextInput } from '@mantine/core'
import { type StaffRole, staffRoles } from '@quoin/core/people/staff-role.ts'
import { type FormEvent, useState } from 'react'
import type { DataOf } from '../../api/operation-types.ts'
import { useChange } from '../../api/use-change.ts'
import { useMayAct } from '../../frame/use-session.ts'
import { Failure } from '../../parts/feedback/failure.tsx'
import { PageHeader } from '../../parts/layout/page-header.tsx'
import { InvitationsCard } from './invitations-card.tsx'
import { OnceShown } from './once-shown.tsx'
import { PeopleCard } from './people-card.tsx'
import { roleOptions } from './role-words.ts'
import { UnconfirmedCard } from './unconfirmed-card.tsx'
import './door.css'

/** The people who work here, their roles, and invitations. */
export function TeamPage() {
  const mayChange = useMayAct('operator')
  return (
    <>
      <PageHeader title="Team">
        Analysts read. Reviewers also decide reviews, claims and lists. Operators do everything.
      </PageHeader>
      <div className="settings-stack">
        {mayChange && <InviteCard />}
        <PeopleCard mayChange={mayChange} />
        {mayChange && <InvitationsCard />}
        {mayChange && <UnconfirmedCard />}
      </div>
    </>
  )
}

function InviteCard() {
  const [email, setEmail] = useState('')
  const [role, setRole] = useState<StaffRole>('reviewer')
  const [made, setMade] = useState<DataOf<'invitePerson'>>()
  const { mutate, isPending, error } = useChange('invitePerson', { renews: ['listInvitations'] })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    mutate({ body: { email, role } }, { onSuccess: ({ data }) => setMade(data) })
  }
  if (made)
    return (
      <section className="card settings-card">
        <h2>Invited</h2>
        <OnceShown
          value={made.link}
          label="Link of the invitation"
          note={
            made.is_mailed
              ? 'We have sent a mail. If it gets lost, pass on the same link. It works once, for seven days:'
              : 'Pass this link on. It works once, for seven days. We cannot show it again.'
          }
          onStored={() => {
            setMade(undefined)
            setEmail('')
          }}
        />
      </section>
    )
  return (
    <section className="card settings-card">
      <h2>Invite somebody</h2>
      <form onSubmit={submit}>
        <TextInput
          label="E-mail"
          type="email"
          autoComplete="off"
          required
          value={email}
          onChange={(event) => setEmail(event.currentTarget.value)}
        />
        <NativeSelect
          label="Role"
          data={roleOptions}
          value={role}
          onChange={(event) =>
            setRole(staffRoles.find((one) => one === event.currentTarget.value) ?? 'analyst')
          }
        />
        {error !== null && <Failure what="Nobody was invited" error={error} />}
        <div>
          <Button type="submit" variant="filled" loading={isPending}>
            Invite
          </Button>
        </div>
      </form>
    </section>
  )
}
