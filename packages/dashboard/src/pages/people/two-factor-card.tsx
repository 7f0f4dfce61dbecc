import { Button, PasswordInput, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import type { DataOf } from '../../api/operation-types.ts'
import { useChange } from '../../api/use-change.ts'
import { Failure } from '../../parts/feedback/failure.tsx'
import { toast } from '../../parts/feedback/toaster.tsx'
import { StatusChip } from '../../parts/value/status-chip.tsx'
import { QrCode } from './qr-code.tsx'

type Account = DataOf<'getAccount'>
type Begun = DataOf<'beginTwoFactor'>

/** A second step beside the password. */
export function TwoFactorCard({ account }: { readonly account: Account }) {
  const [begun, setBegun] = useState<Begun>()
  const [codes, setCodes] = useState<readonly string[]>()
  const isOn = account.has_two_factor
  return (
    <section className="card settings-card">
      <div className="row wrap">
        <h2>Two-factor</h2>
        <StatusChip status={isOn ? 'Active' : 'Disabled'} />
      </div>
      {!account.has_password && <p className="muted">Set a password first; two-factor stands beside it.</p>}
      {account.has_password && !isOn && !begun && (
        <AskPassword
          id="beginTwoFactor"
          verb="Turn two-factor on"
          onDone={(data) => setBegun(data as Begun)}
        />
      )}
      {begun && !isOn && <Confirm begun={begun} />}
      {begun && isOn && <RecoveryCodes codes={begun.recovery_codes} onStored={() => setBegun(undefined)} />}
      {codes && <RecoveryCodes codes={codes} onStored={() => setCodes(undefined)} />}
      {isOn && !begun && !codes && (
        <>
          <p className="muted">You need your authenticator app at each sign-in.</p>
          <AskPassword
            id="renewRecoveryCodes"
            verb="New recovery codes"
            onDone={(data) => setCodes((data as DataOf<'renewRecoveryCodes'>).recovery_codes)}
          />
          <AskPassword
            id="endTwoFactor"
            verb="Turn two-factor off"
            onDone={() => toast('Two-factor is off. All other sessions have ended.')}
          />
        </>
      )}
    </section>
  )
}

interface AskPasswordProps {
  readonly id: 'beginTwoFactor' | 'endTwoFactor' | 'renewRecoveryCodes'
  readonly verb: string
  readonly onDone: (data: unknown) => void
}

/** Whoever finds a browser open must not change how its owner signs in. */
function AskPassword({ id, verb, onDone }: AskPasswordProps) {
  const [isOpen, setOpen] = useState(false)
  const [password, setPassword] = useState('')
  const { mutate, isPending, error } = useChange(id, { renews: ['getAccount', 'listOwnSessions'] })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    mutate({ body: { password } }, { onSuccess: ({ data }) => done(data) })
  }
  const done = (data: unknown) => {
    setOpen(false)
    setPassword('')
    onDone(data)
  }
  if (!isOpen)
    return (
      <div>
        <Button onClick={() => setOpen(true)}>{verb}…</Button>
      </div>
    )
  return (
    <form onSubmit={submit}>
      <PasswordInput
        label="Your password"
        autoComplete="current-password"
        required
        autoFocus
        value={password}
        onChange={(event) => setPassword(event.currentTarget.value)}
      />
      {error !== null && <Failure what={`${verb}: it was not done`} error={error} />}
      <div className="row">
        <Button type="submit" variant="filled" loading={isPending}>
          {verb}
        </Button>
        <Button onClick={() => setOpen(false)}>Cancel</Button>
      </div>
    </form>
  )
}

function Confirm({ begun }: { readonly begun: Begun }) {
  const [code, setCode] = useState('')
  const { mutate, isPending, error } = useChange('confirmTwoFactor', {
    renews: ['getAccount', 'listOwnSessions'],
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    mutate({ body: { code: code.trim() } }, { onSuccess: () => toast('Two-factor is on.') })
  }
  return (
    <>
      <p>
        Read this picture with your authenticator app, or type the secret into it. Then enter the code that it
        shows.
      </p>
      <QrCode text={begun.uri} label="The secret for your authenticator app, as a QR code" />
      <p>
        Secret: <code className="once">{begun.secret}</code>
      </p>
      <form onSubmit={submit}>
        <TextInput
          label="Code"
          autoComplete="one-time-code"
          inputMode="numeric"
          required
          value={code}
          onChange={(event) => setCode(event.currentTarget.value)}
        />
        {error !== null && <Failure what="Two-factor is not on" error={error} />}
        <div>
          <Button type="submit" variant="filled" loading={isPending}>
            Turn it on
          </Button>
        </div>
      </form>
    </>
  )
}

interface RecoveryCodesProps {
  readonly codes: readonly string[]
  readonly onStored: () => void
}

function RecoveryCodes({ codes, onStored }: RecoveryCodesProps) {
  return (
    <>
      <p>
        Keep these recovery codes where you will find them without your phone. Each lets you in once. They are
        not shown again.
      </p>
      <ul className="codes mono">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div>
        <Button variant="filled" onClick={onStored}>
          I have stored them
        </Button>
      </div>
    </>
  )
}
