import { Button, PasswordInput, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { type FormEvent, useEffect, useState } from 'react'
import { passwordMin } from '@quoin/core/people/password.ts'
import type { DataOf } from '../../api/operation-types.ts'
import { useChange } from '../../api/use-change.ts'
import { problemIn, sentenceOf } from '../../parts/feedback/field-problem.ts'
import { Failure } from '../../parts/feedback/failure.tsx'
import { Door } from './door.tsx'

type LinkFacts = DataOf<'lookAtLink'>

/** Shows the purpose of a link's token; it stands behind the #, which no server and no log ever sees. */
export function LinkPage() {
  const [token] = useState(() => window.location.hash.slice(1))
  const { mutate, data, error } = useChange('lookAtLink', { renews: [] })
  useEffect(() => {
    // Nor does the history of this browser keep it.
    window.history.replaceState(null, '', window.location.pathname)
    mutate({ body: { token } })
  }, [mutate, token])
  if (error !== null)
    return (
      <Door title="This link does nothing">
        <Failure what="It cannot be used" error={error} />
        <p>
          <Link to="/sign-in">Go to sign-in</Link>
        </p>
      </Door>
    )
  if (!data) return <Door title="One moment">{null}</Door>
  return data.data.kind === 'demo' ? <EnterDemo token={token} /> : <Form token={token} link={data.data} />
}

interface Fields {
  readonly email?: string
  readonly name?: string
  readonly password?: string
  readonly currentPassword?: string
  readonly publisher?: string
}

/** Uses a link, and leads on. */
function useLink(token: string) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const { mutateAsync, isPending, error } = useChange('useLink', { renews: [] })
  const use = async (body: Fields) => {
    const { data } = await mutateAsync({ body: { token, ...body } })
    client.clear()
    await navigate({ to: data.state === 'signed_in' ? '/' : '/sign-in', replace: true })
  }
  return { use, isPending, error }
}

function EnterDemo({ token }: { readonly token: string }) {
  const { use, error } = useLink(token)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a link is used once
  useEffect(() => {
    void use({}).catch(() => {})
  }, [])
  return (
    <Door title="Opening the demo">
      {error !== null && <Failure what="The demo was not opened" error={error} />}
    </Door>
  )
}

const words: Readonly<
  Record<'set_up' | 'invitation' | 'reset' | 'sign_up', { readonly title: string; readonly verb: string }>
> = {
  set_up: { title: 'Set up Quoin', verb: 'Create the first operator' },
  invitation: { title: 'You are invited', verb: 'Accept the invitation' },
  reset: { title: 'A new password', verb: 'Set the password' },
  sign_up: { title: 'Your publisher', verb: 'Create the account' },
}

function Form({ token, link }: { readonly token: string; readonly link: LinkFacts }) {
  const { use, isPending, error } = useLink(token)
  const [email, setEmail] = useState('')
  const [name, setName] = useState('')
  const [password, setPassword] = useState('')
  const [currentPassword, setCurrent] = useState('')
  const [publisher, setPublisher] = useState('')
  if (link.kind === 'demo') return null
  const { title, verb } = words[link.kind]
  const isNew = link.kind !== 'reset' && !link.is_known
  const isInvitedAgain = link.kind === 'invitation' && link.is_known
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    await use({
      password,
      ...(link.kind === 'set_up' ? { email } : {}),
      ...(link.kind === 'sign_up' ? { publisher } : {}),
      ...(isInvitedAgain ? { currentPassword } : {}),
      ...(isNew && name.trim() !== '' ? { name: name.trim() } : {}),
    })
  }
  return (
    <Door title={title} lead={leadOf(link)}>
      <form onSubmit={(event) => void submit(event).catch(() => {})}>
        {link.kind === 'set_up' && (
          <TextInput
            label="E-mail"
            type="email"
            autoComplete="username"
            required
            value={email}
            onChange={(event) => setEmail(event.currentTarget.value)}
          />
        )}
        {link.kind === 'sign_up' && (
          <TextInput
            label="Company or project"
            autoComplete="organization"
            required
            value={publisher}
            error={sentenceOf(problemIn(error, 'publisher'))}
            onChange={(event) => setPublisher(event.currentTarget.value)}
          />
        )}
        {isNew && (
          <TextInput
            label="Name"
            autoComplete="name"
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
          />
        )}
        {isInvitedAgain && (
          <PasswordInput
            label="Your password here"
            description="You have an account with this address. If you have forgotten its password, ask for a new one first."
            autoComplete="current-password"
            required
            value={currentPassword}
            error={sentenceOf(problemIn(error, 'currentPassword'))}
            onChange={(event) => setCurrent(event.currentTarget.value)}
          />
        )}
        <PasswordInput
          label="New password"
          description={`At least ${passwordMin} characters; a few unrelated words are best.${isInvitedAgain ? ' You sign in with it afterwards.' : ''}`}
          autoComplete="new-password"
          required
          value={password}
          error={sentenceOf(problemIn(error, 'password'))}
          onChange={(event) => setPassword(event.currentTarget.value)}
        />
        {error !== null && <Failure what="It was not done" error={error} />}
        <Button type="submit" variant="filled" loading={isPending} fullWidth>
          {verb}
        </Button>
      </form>
    </Door>
  )
}

function leadOf({ kind, email, role, publisher }: LinkFacts): string {
  if (kind === 'sign_up') return `${email ?? 'Your address'} is confirmed.`
  if (kind === 'set_up') return 'Nobody has signed in yet. You will be the operator: you may do everything.'
  if (kind === 'invitation')
    return `${email ?? 'You'} will be ${role ?? 'here'} ${publisher === null ? 'on this platform' : `of ${publisher}`}.`
  return `For ${email ?? 'your account'}. All sessions that are open will end.`
}
