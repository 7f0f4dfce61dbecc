import { Button, PasswordInput, TextInput } from '@mantine/core'
import { passwordMin } from '@quoin/core/people/password.ts'
import { useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { useChange } from '../../api/use-change.ts'
import { useOperation } from '../../api/use-operation.ts'
import { problemIn, sentenceOf } from '../../parts/feedback/field-problem.ts'
import { Failure } from '../../parts/feedback/failure.tsx'
import { Door } from './door.tsx'

/** Where somebody becomes a publisher. Where mail is sent, the address is confirmed first. */
export function SignUpPage() {
  const { data: rules, error } = useOperation('getSignUp', {})
  if (error !== null)
    return (
      <Door title="Sign up">
        <Failure what="This page could not be loaded" error={error} />
      </Door>
    )
  if (!rules) return <Door title="Sign up">{null}</Door>
  if (rules.mode === 'closed')
    return (
      <Door
        title="Sign-up is closed"
        lead={
          rules.has_operator
            ? 'Ask whoever runs this platform for an invitation.'
            : 'Nobody runs this platform yet. If it is yours, open the link that Quoin printed when it started. The command “people link” makes a new one.'
        }
      >
        <ToSignIn />
      </Door>
    )
  const lead =
    rules.mode === 'approval'
      ? 'You can build and test at once. Live traffic begins when the platform has approved you.'
      : 'You can build, test and go live at once.'
  if (rules.is_mailed) return <AddressForm lead={lead} />
  return <WholeForm lead={`${lead} Until then you can use your account in this browser alone.`} />
}

function ToSignIn() {
  return (
    <p className="sm">
      <Link to="/sign-in">I have an account</Link>
    </p>
  )
}

function AddressForm({ lead }: { readonly lead: string }) {
  const [email, setEmail] = useState('')
  const { mutate, data, isPending, error } = useChange('signUp', { renews: [] })
  if (data)
    return (
      <Door title="Look into your mail" lead={`We have sent a link to ${email}. It works once, for a day.`}>
        <ToSignIn />
      </Door>
    )
  const submit = (event: FormEvent) => {
    event.preventDefault()
    mutate({ body: { email } })
  }
  return (
    <Door title="Sign up" lead={lead}>
      <form onSubmit={submit}>
        <TextInput
          label="E-mail"
          type="email"
          autoComplete="username"
          required
          value={email}
          onChange={(event) => setEmail(event.currentTarget.value)}
        />
        {error !== null && <Failure what="No mail was sent" error={error} />}
        <Button type="submit" variant="filled" loading={isPending} fullWidth>
          Confirm my address
        </Button>
      </form>
      <ToSignIn />
    </Door>
  )
}

function WholeForm({ lead }: { readonly lead: string }) {
  const [given, setGiven] = useState({ email: '', name: '', publisher: '', password: '' })
  const { mutateAsync, isPending, error } = useChange('signUp', { renews: [] })
  const problem = (name: string) => sentenceOf(problemIn(error, name))
  const isShownByField = Object.keys(given).some((name) => problem(name) !== undefined)
  const client = useQueryClient()
  const navigate = useNavigate()
  const put = (name: keyof typeof given) => (event: { currentTarget: { value: string } }) => {
    const { value } = event.currentTarget
    setGiven((before) => ({ ...before, [name]: value }))
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const { name, ...rest } = given
    await mutateAsync({ body: { ...rest, ...(name.trim() === '' ? {} : { name: name.trim() }) } })
    client.clear()
    await navigate({ to: '/', replace: true })
  }
  return (
    <Door title="Sign up" lead={lead}>
      <form onSubmit={(event) => void submit(event).catch(() => {})}>
        <TextInput
          label="Company or project"
          autoComplete="organization"
          required
          value={given.publisher}
          error={problem('publisher')}
          onChange={put('publisher')}
        />
        <TextInput
          label="Your name"
          autoComplete="name"
          value={given.name}
          error={problem('name')}
          onChange={put('name')}
        />
        <TextInput
          label="E-mail"
          type="email"
          autoComplete="username"
          required
          value={given.email}
          error={problem('email')}
          onChange={put('email')}
        />
        <PasswordInput
          label="Password"
          description={`At least ${passwordMin} characters; a few unrelated words are best.`}
          autoComplete="new-password"
          required
          value={given.password}
          error={problem('password')}
          onChange={put('password')}
        />
        {error !== null && !isShownByField && <Failure what="You are not signed up" error={error} />}
        <Button type="submit" variant="filled" loading={isPending} fullWidth>
          Create the account
        </Button>
      </form>
      <ToSignIn />
    </Door>
  )
}
