import { Button, TextInput } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import type { DataOf } from '../../../api/operation-types.ts'
import { placeOf, useHere } from '../../../frame/publisher/use-here.ts'
import { useManagedChange } from '../../../frame/publisher/use-managed.ts'
import { Failure } from '../../../parts/feedback/failure.tsx'
import { PageHeader } from '../../../parts/layout/page-header.tsx'
import { OnceShown } from '../../people/once-shown.tsx'
import { CurrencyPreview } from './currency-preview.tsx'
import '../../people/door.css'

/** An app in one form; then its secrets, this once. */
export function NewAppPage() {
  const [made, setMade] = useState<DataOf<'createMyApp'>>()
  return made ? <Secrets made={made} /> : <NewApp onMade={setMade} />
}

/** Users see whole units; the settings change it. */
const whole = { currencyDecimals: 0, rounding: 'floor' } as const

function NewApp({ onMade }: { readonly onMade: (made: DataOf<'createMyApp'>) => void }) {
  const [name, setName] = useState('')
  const [currencyName, setCurrencyName] = useState('Coin')
  const [currencyRate, setCurrencyRate] = useState('1000')
  const { mutate, isPending, error } = useManagedChange('createMyApp')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const body = { name, currencyName, currencyRate: Number(currencyRate), ...whole }
    mutate({ body }, { onSuccess: ({ data }) => onMade(data) })
  }
  return (
    <>
      <PageHeader title="New app">An app is one site or game: its own currency, keys and wall.</PageHeader>
      <section className="card settings-card">
        <form onSubmit={submit}>
          <TextInput
            label="Name"
            description="Users see this name on the wall."
            required
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <TextInput
            label="Currency"
            description="One unit of what your users earn."
            required
            value={currencyName}
            onChange={(event) => setCurrencyName(event.currentTarget.value)}
          />
          <TextInput
            label="Units for 1 USD"
            inputMode="decimal"
            required
            value={currencyRate}
            onChange={(event) => setCurrencyRate(event.currentTarget.value)}
          />
          <CurrencyPreview
            name={currencyName}
            rate={currencyRate}
            decimals={whole.currencyDecimals}
            rounding={whole.rounding}
          />
          {error !== null && <Failure what="The app was not made" error={error} />}
          <Button type="submit" variant="filled" loading={isPending}>
            Create the app
          </Button>
        </form>
      </section>
    </>
  )
}

function Secrets({ made }: { readonly made: DataOf<'createMyApp'> }) {
  const here = useHere()
  const navigate = useNavigate()
  const [isLive, setLive] = useState(false)
  const { api_secret: secret } = isLive ? made.live : made.test
  const go = () => navigate({ to: placeOf(here, 'start', made.id), search: { mode: 'test' } })
  return (
    <>
      <PageHeader title={isLive ? 'Your live secret' : 'Your test secret'}>
        Store it where your server reads it: <code>API_SECRET</code>. We keep a digest and cannot show it
        again; a new one is made on the page of keys.
      </PageHeader>
      <section className="card settings-card">
        <OnceShown
          key={secret}
          value={secret}
          label={isLive ? 'Live secret' : 'Test secret'}
          note={
            isLive
              ? 'For your users.'
              : 'Use them for your first calls. Your code stays the same, and test data is kept apart.'
          }
          onStored={() => (isLive ? void go() : setLive(true))}
        />
      </section>
    </>
  )
}
