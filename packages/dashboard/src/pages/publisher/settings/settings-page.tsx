import { Button, Checkbox, NumberInput, Select, Textarea, TextInput } from '@mantine/core'
import { multiAccountModes, signedLinksModes } from '@quoin/core/apps/app-settings.ts'
import { roundings } from '@quoin/core/payout/convert.ts'
import { type FormEvent, type ReactNode, useState } from 'react'
import type { DataOf } from '../../../api/operation-types.ts'
import { useManaged, useManagedChange, useMayManage } from '../../../frame/publisher/use-managed.ts'
import { Awaited } from '../../../parts/feedback/awaited.tsx'
import { Failure } from '../../../parts/feedback/failure.tsx'
import { toast } from '../../../parts/feedback/toaster.tsx'
import { PageHeader } from '../../../parts/layout/page-header.tsx'
import { CurrencyPreview } from '../apps/currency-preview.tsx'
import { PauseCard } from './pause-card.tsx'
import { PromotionsCard } from './promotions-card.tsx'
import '../../people/door.css'

type App = DataOf<'getMyApp'>

/** Settings of an app: its name and currency, where its users may come from, what is held. */
export function SettingsPage() {
  const { data: app, error, refetch } = useManaged('getMyApp')
  return (
    <>
      <PageHeader title="Settings">{app?.name}</PageHeader>
      {app ? (
        <Forms key={app.id} app={app} />
      ) : (
        <Awaited what="The settings could not be loaded" error={error} onRetry={refetch} />
      )}
    </>
  )
}

function Forms({ app }: { readonly app: App }) {
  return (
    <div className="settings-stack">
      <div className="settings-columns">
        <div className="settings-stack">
          <CurrencyForm app={app} />
        </div>
        <div className="settings-stack">
          <LinksForm app={app} />
          <RiskForm app={app} />
        </div>
      </div>
      <PromotionsCard />
      <PauseCard app={app} />
    </div>
  )
}

interface SettingsCardProps {
  readonly title: string
  /** The form's button says which of the forms it saves. */
  readonly verb: string
  /** Makes the body that is sent. */
  readonly body: () => Readonly<Record<string, unknown>>
  readonly children: ReactNode
}

function SettingsCard({ title, verb, body, children }: SettingsCardProps) {
  const { mutate, isPending, error } = useManagedChange('updateMyApp')
  const mayChange = useMayManage('developer')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    mutate({ body: body() }, { onSuccess: () => toast('Saved. It is in force.') })
  }
  return (
    <section className="card settings-card">
      <h2>{title}</h2>
      <form onSubmit={submit}>
        <fieldset className="plain-fieldset" disabled={!mayChange}>
          {children}
        </fieldset>
        {error !== null && <Failure what="Nothing was changed" error={error} />}
        {mayChange && (
          <Button type="submit" loading={isPending}>
            {verb}
          </Button>
        )}
      </form>
    </section>
  )
}

const roundingWords = { half_up: 'To the nearest', floor: 'Down', ceil: 'Up' } as const

function CurrencyForm({ app }: { readonly app: App }) {
  const [name, setName] = useState(app.name)
  const [currencyName, setCurrencyName] = useState(app.currency)
  const [plural, setPlural] = useState(app.currency_plural ?? '')
  const [rate, setRate] = useState(app.currency_rate)
  const [decimals, setDecimals] = useState(app.currency_decimals)
  const [rounding, setRounding] = useState(app.rounding)
  const body = () => ({
    name,
    currencyName,
    currencyRate: Number(rate),
    currencyDecimals: decimals,
    rounding,
    currencyPlural: plural.trim() === '' ? null : plural.trim(),
  })
  return (
    <SettingsCard title="Name and currency" verb="Save name and currency" body={body}>
      <TextInput
        label="Name"
        required
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <TextInput
        label="Currency, one unit"
        required
        value={currencyName}
        onChange={(event) => setCurrencyName(event.currentTarget.value)}
      />
      <TextInput
        label="Currency, several"
        description="Leave it empty where it is the same word."
        value={plural}
        onChange={(event) => setPlural(event.currentTarget.value)}
      />
      <TextInput
        label="Units for 1 USD"
        inputMode="decimal"
        required
        value={rate}
        onChange={(event) => setRate(event.currentTarget.value)}
      />
      <NumberInput
        label="Decimals"
        min={0}
        max={6}
        value={decimals}
        onChange={(value) => setDecimals(Number(value))}
      />
      <Select
        label="Rounding"
        data={roundings.map((value) => ({ value, label: roundingWords[value] }))}
        allowDeselect={false}
        value={rounding}
        onChange={(value) => setRounding(roundings.find((one) => one === value) ?? rounding)}
      />
      <CurrencyPreview
        name={currencyName}
        {...(plural.trim() && { plural: plural.trim() })}
        rate={rate}
        decimals={decimals}
        rounding={rounding}
      />
    </SettingsCard>
  )
}

const signedWords = {
  off: 'Not signed',
  added: 'Signed, not yet required',
  required: 'Signed and required',
} as const

function LinksForm({ app }: { readonly app: App }) {
  const [fallback, setFallback] = useState(app.fallback_url ?? '')
  const [origins, setOrigins] = useState(app.allowed_origins.join('\n'))
  const [signedLinks, setSignedLinks] = useState(app.signed_links)
  const body = () => ({
    fallbackUrl: fallback.trim() === '' ? null : fallback.trim(),
    allowedOrigins: origins.split(/\s+/).filter(Boolean),
    signedLinks,
  })
  return (
    <SettingsCard title="Links and origins" verb="Save links and origins" body={body}>
      <TextInput
        label="Fallback URL"
        description="A link to an offer that is not available leads to this address. Leave it empty for a page of ours."
        value={fallback}
        onChange={(event) => setFallback(event.currentTarget.value)}
      />
      <Textarea
        label="Allowed origins"
        description="Sites that may use browser sessions, one a line, without a path: https://games.example"
        autosize
        minRows={2}
        value={origins}
        onChange={(event) => setOrigins(event.currentTarget.value)}
      />
      <Select
        label="Tracking links"
        data={signedLinksModes.map((value) => ({ value, label: signedWords[value] }))}
        allowDeselect={false}
        value={signedLinks}
        onChange={(value) => setSignedLinks(signedLinksModes.find((one) => one === value) ?? signedLinks)}
      />
    </SettingsCard>
  )
}

const modeWords = {
  literal: 'Any other user of a device',
  colocated: 'Only those in the same network, at home',
} as const

function RiskForm({ app }: { readonly app: App }) {
  const [threshold, setThreshold] = useState(app.multi_account_threshold)
  const [days, setDays] = useState(app.multi_account_window_days)
  const [mode, setMode] = useState(app.multi_account_mode)
  const [hold, setHold] = useState(app.hold_score)
  const [roundsScores, setRoundsScores] = useState(app.rounds_scores)
  const body = () => ({
    multiAccountThreshold: threshold,
    multiAccountWindowDays: days,
    multiAccountMode: mode,
    holdScore: hold,
    roundsScores,
  })
  return (
    <SettingsCard title="Several accounts and holds" verb="Save accounts and holds" body={body}>
      <NumberInput
        label="Other users on a device that count as several accounts"
        min={1}
        max={32_767}
        value={threshold}
        onChange={(value) => setThreshold(Number(value))}
      />
      <NumberInput
        label="Days that are looked at"
        min={1}
        max={32_767}
        value={days}
        onChange={(value) => setDays(Number(value))}
      />
      <Select
        label="Counted are"
        data={multiAccountModes.map((value) => ({ value, label: modeWords[value] }))}
        allowDeselect={false}
        value={mode}
        onChange={(value) => setMode(multiAccountModes.find((one) => one === value) ?? mode)}
      />
      <NumberInput
        label="Hold conversions from this risk score on"
        description={
          app.hold_score === 0
            ? 'The platform holds no conversion of this app for its score. Enter 0 to keep it so.'
            : 'A person checks a held conversion before it is paid. A lower score holds more. Only the platform can raise it.'
        }
        min={app.hold_score === 0 ? 0 : 1}
        max={app.hold_score === 0 ? 100 : app.hold_score}
        value={hold}
        onChange={(value) => setHold(Number(value))}
      />
      <Checkbox
        label="Tell browsers the risk score in steps of ten"
        description="Your server gets the exact score. Steps tell less to somebody who tries the answers of a page."
        checked={roundsScores}
        onChange={(event) => setRoundsScores(event.currentTarget.checked)}
      />
    </SettingsCard>
  )
}
