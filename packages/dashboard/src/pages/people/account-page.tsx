import { Button, PasswordInput, TextInput } from '@mantine/core'
import { passwordMin } from '@quoin/core/people/password.ts'
import { useParams } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import type { DataOf } from '../../api/operation-types.ts'
import { useChange } from '../../api/use-change.ts'
import { useOperation } from '../../api/use-operation.ts'
import { Failure } from '../../parts/feedback/failure.tsx'
import { toast } from '../../parts/feedback/toaster.tsx'
import { PageHeader } from '../../parts/layout/page-header.tsx'
import { SessionsCard } from './sessions-card.tsx'
import { KeyboardCard } from './keyboard-card.tsx'
import { TwoFactorCard } from './two-factor-card.tsx'
import './door.css'

type Account = DataOf<'getAccount'>

/** The reader's own account: name, password, second step, sessions. */
export function AccountPage() {
  const { data: account, error, refetch } = useOperation('getAccount', {})
  // Single keys work on the operator's pages alone.
  const { publisherId } = useParams({ strict: false })
  return (
    <>
      <PageHeader title="Account and security">{account ? `You are ${account.email}.` : ''}</PageHeader>
      {error !== null && !account && (
        <Failure what="Your account could not be loaded" error={error} onRetry={() => void refetch()} />
      )}
      {account && (
        <div className="settings-stack">
          {!account.is_confirmed && (
            <section className="card settings-card" role="note">
              <h2>Your address is not confirmed yet</h2>
              <p>
                For seven days you can use your account in this browser alone. It ends when an operator has
                confirmed that <bdi>{account.email}</bdi> is yours. Then you sign in with it.
              </p>
            </section>
          )}
          <ProfileCard key={`${account.email} ${account.name}`} account={account} />
          <PasswordCard account={account} />
          <TwoFactorCard account={account} />
          {publisherId === undefined && <KeyboardCard />}
          <SessionsCard />
        </div>
      )}
    </>
  )
}

function ProfileCard({ account }: { readonly account: Account }) {
  const [name, setName] = useState(account.name)
  const [email, setEmail] = useState(account.email)
  const { mutate, isPending, error } = useChange('updateAccount', { renews: ['getAccount', 'getSession'] })
  const mayChangeEmail = !account.has_password
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const body = { name, ...(mayChangeEmail ? { email } : {}) }
    mutate({ body }, { onSuccess: () => toast('Your account was changed.') })
  }
  return (
    <section className="card settings-card">
      <h2>Profile</h2>
      <form onSubmit={submit}>
        <TextInput
          label="Name"
          autoComplete="name"
          required
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <TextInput
          label="E-mail"
          type="email"
          autoComplete="username"
          description={
            mayChangeEmail ? 'You sign in with it once you have set a password.' : 'You sign in with it.'
          }
          required
          readOnly={!mayChangeEmail}
          value={email}
          onChange={(event) => setEmail(event.currentTarget.value)}
        />
        {error !== null && <Failure what="Your account was not changed" error={error} />}
        <div>
          <Button type="submit" loading={isPending}>
            Save
          </Button>
        </div>
      </form>
    </section>
  )
}

function PasswordCard({ account }: { readonly account: Account }) {
  const [currentPassword, setCurrent] = useState('')
  const [newPassword, setNew] = useState('')
  const { mutate, isPending, error } = useChange('changePassword')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const body = { newPassword, ...(account.has_password ? { currentPassword } : {}) }
    mutate({ body }, { onSuccess: () => done() })
  }
  const done = () => {
    setCurrent('')
    setNew('')
    toast('Your password was changed. All other sessions have ended.')
  }
  return (
    <section className="card settings-card">
      <h2>Password</h2>
      {!account.has_password && (
        <p className="muted">
          You came by the link of the demo. With a password of your own you can sign in again, and turn
          two-factor on.
        </p>
      )}
      <form onSubmit={submit}>
        {account.has_password && (
          <PasswordInput
            label="Password now"
            autoComplete="current-password"
            required
            value={currentPassword}
            onChange={(event) => setCurrent(event.currentTarget.value)}
          />
        )}
        <PasswordInput
          label="New password"
          description={`At least ${passwordMin} characters. All other sessions end.`}
          autoComplete="new-password"
          required
          value={newPassword}
          onChange={(event) => setNew(event.currentTarget.value)}
        />
        {error !== null && <Failure what="Your password was not changed" error={error} />}
        <div>
          <Button type="submit" loading={isPending}>
            {account.has_password ? 'Change the password' : 'Set the password'}
          </Button>
        </div>
      </form>
    </section>
  )
}
