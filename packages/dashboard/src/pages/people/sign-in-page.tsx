import { Button, PasswordInput, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { useChange } from '../../api/use-change.ts'
import { useSearchState } from '../../frame/use-search-state.ts'
import { Failure } from '../../parts/feedback/failure.tsx'
import { Door } from './door.tsx'

/** Where everybody is led who has no session; afterwards back to the page that they wanted. */
export function SignInPage() {
  const [isSecondStep, setSecondStep] = useState(false)
  const enter = useEnter()
  return isSecondStep ? (
    <SecondStep onSignedIn={enter} onOver={() => setSecondStep(false)} />
  ) : (
    <FirstStep onSignedIn={enter} onSecondStep={() => setSecondStep(true)} />
  )
}

/** Goes to the page that was wanted; what was known of another session is forgotten. */
function useEnter(): () => void {
  const client = useQueryClient()
  const navigate = useNavigate()
  const [{ to }] = useSearchState({ to: '/' })
  return () => {
    client.clear()
    // Behind our own path it can lead nowhere else.
    void navigate({ href: `/dashboard${to.startsWith('/') ? to : '/'}`, replace: true })
  }
}

interface FirstStepProps {
  readonly onSignedIn: () => void
  readonly onSecondStep: () => void
}

function FirstStep({ onSignedIn, onSecondStep }: FirstStepProps) {
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const { mutateAsync, isPending, error } = useChange('signIn', { renews: [] })
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const { data } = await mutateAsync({ body: { email, password } })
    if (data.state === 'second_step') onSecondStep()
    else onSignedIn()
  }
  return (
    <Door title="Sign in">
      <form onSubmit={(event) => void submit(event).catch(() => {})}>
        <TextInput
          label="E-mail"
          type="email"
          autoComplete="username"
          required
          value={email}
          onChange={(event) => setEmail(event.currentTarget.value)}
        />
        <PasswordInput
          label="Password"
          autoComplete="current-password"
          required
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
        />
        {error !== null && <Failure what="You are not signed in" error={error} />}
        <Button type="submit" variant="filled" loading={isPending} fullWidth>
          Sign in
        </Button>
      </form>
      <p className="sm">
        <Link to="/forgot">Forgot your password?</Link>
      </p>
      <p className="sm">
        <Link to="/sign-up">Sign up as a publisher</Link>
      </p>
    </Door>
  )
}

interface SecondStepProps {
  readonly onSignedIn: () => void
  readonly onOver: () => void
}

function SecondStep({ onSignedIn, onOver }: SecondStepProps) {
  const [code, setCode] = useState('')
  const { mutateAsync, isPending, error } = useChange('passSecondStep', { renews: [] })
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    await mutateAsync({ body: { code: code.trim() } })
    onSignedIn()
  }
  return (
    <Door title="Second step" lead="The six digits of your authenticator app, or one of your recovery codes.">
      <form onSubmit={(event) => void submit(event).catch(() => {})}>
        <TextInput
          label="Code"
          autoComplete="one-time-code"
          required
          autoFocus
          value={code}
          onChange={(event) => setCode(event.currentTarget.value)}
        />
        {error !== null && <Failure what="The code was not taken" error={error} />}
        <Button type="submit" variant="filled" loading={isPending} fullWidth>
          Go on
        </Button>
      </form>
      <Button onClick={onOver}>Begin anew</Button>
    </Door>
  )
}
