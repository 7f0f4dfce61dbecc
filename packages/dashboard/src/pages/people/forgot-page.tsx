import { Button, TextInput } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { useChange } from '../../api/use-change.ts'
import { Failure } from '../../parts/feedback/failure.tsx'
import { Door } from './door.tsx'

/** Asks for a new password. The answer is the same for every address. */
export function ForgotPage() {
  const [email, setEmail] = useState('')
  const { mutate, data, isPending, error } = useChange('askForReset', { renews: [] })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    mutate({ body: { email } })
  }
  if (data)
    return (
      <Door title="Asked for">
        <p>
          {data.data.is_mailed
            ? 'If there is an account with this address, a link is on its way. It works once, for an hour.'
            : 'This service sends no mail. Ask an operator for a link: they make it under Team. Whoever runs the server can make one there, too.'}
        </p>
        <p>
          <Link to="/sign-in">Back to sign-in</Link>
        </p>
      </Door>
    )
  return (
    <Door title="Forgot your password?" lead="Ask for a link by which you set a new one.">
      <form onSubmit={submit}>
        <TextInput
          label="E-mail"
          type="email"
          autoComplete="username"
          required
          value={email}
          onChange={(event) => setEmail(event.currentTarget.value)}
        />
        {error !== null && <Failure what="It was not asked for" error={error} />}
        <Button type="submit" variant="filled" loading={isPending} fullWidth>
          Ask for a link
        </Button>
      </form>
      <p className="sm">
        <Link to="/sign-in">Back to sign-in</Link>
      </p>
    </Door>
  )
}
