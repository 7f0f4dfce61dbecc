import { Button, NativeSelect, SegmentedControl, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import type { DataOf } from '../../api/operation-types.ts'
import { useOperation } from '../../api/use-operation.ts'
import { EmptyState } from '../../parts/feedback/empty-state.tsx'
import { Failure } from '../../parts/feedback/failure.tsx'
import { Icon } from '../../parts/value/icon.tsx'
import { CountrySelect } from './country-select.tsx'
import { countryName, platformName, reasonWords } from './targeting-words.ts'
import { Verdict } from './verdict.tsx'

type Audience = DataOf<'showOfferAudience'>
type Cell = Audience['apps'][number]['cells'][number]

const countriesMax = 20
type Mode = 'live' | 'test'

const modes = [
  { value: 'live', label: 'Live' },
  { value: 'test', label: 'Test' },
]
const platforms = ['desktop', 'android', 'ios'] as const

/** Targeting of an offer with its reasons: everybody at a glance, one person in full. */
export function OfferAudience({ offerId }: { readonly offerId: string }) {
  return (
    <div className="stack">
      <Matrix offerId={offerId} />
      <PersonTest offerId={offerId} />
    </div>
  )
}

function Matrix({ offerId }: { readonly offerId: string }) {
  const [platform, setPlatform] = useState<string>('android')
  const [mode, setMode] = useState<Mode>('live')
  const [added, setAdded] = useState<readonly string[]>([])
  const first = useOperation('showOfferAudience', { path: { offerId }, query: { mode } })
  const countries = [...added, ...(first.data?.countries ?? [])].slice(0, countriesMax).join(',')
  const more = useOperation(
    'showOfferAudience',
    { path: { offerId }, query: { countries, mode } },
    { isOff: added.length === 0 || first.data === undefined },
  )
  const { data, error, refetch } = added.length === 0 ? first : more
  const add = (country: string) => {
    if (country !== '') setAdded([country, ...added.filter((one) => one !== country)])
  }
  return (
    <section className="card" aria-labelledby="matrix">
      <div className="card-head wrap">
        <h2 id="matrix" className="grow">
          By app, country and platform
        </h2>
        <CountrySelect value="" onChange={add} any="Another country…" name="Also show" />
        <SegmentedControl
          aria-label="Platform"
          value={platform}
          onChange={setPlatform}
          data={platforms.map((value) => ({ value, label: platformName(value) }))}
        />
        <SegmentedControl
          aria-label="Credentials"
          value={mode}
          onChange={(next) => setMode(next === 'test' ? 'test' : 'live')}
          data={modes}
        />
      </div>
      {error && !data ? (
        <div className="card-body">
          <Failure what="The audience could not be loaded" error={error} onRetry={() => refetch()} />
        </div>
      ) : data?.apps.length === 0 ? (
        <EmptyState icon="publisher" title="No app yet">
          An app shows offers to its users. Create an app to see which.
        </EmptyState>
      ) : (
        <MatrixTable audience={data} platform={platform} />
      )}
    </section>
  )
}

function MatrixTable({
  audience,
  platform,
}: {
  readonly audience: Audience | undefined
  readonly platform: string
}) {
  if (audience === undefined) return <div className="matrix-ghost" aria-busy="true" />
  const reasons = new Map(
    audience.apps.flatMap(({ cells }) =>
      cells.flatMap((cell) =>
        cell.platform === platform && cell.first_failed !== null
          ? [[cell.first_failed, ruleOf(cell.message ?? '')] as const]
          : [],
      ),
    ),
  )
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard */}
      <section className="table-box" aria-label="Who sees it" tabIndex={0}>
        <table className="table matrix">
          <caption className="sr">Who sees it on {platformName(platform)}</caption>
          <thead>
            <tr>
              <th scope="col">App</th>
              {audience.countries.map((code) => (
                <th key={code} scope="col" title={countryName(code)}>
                  {code}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {audience.apps.map(({ app_id: id, app, active, cells }) => (
              <tr key={id}>
                <th scope="row">
                  <bdi>{app}</bdi>
                  {!active && <span className="faint xs"> suspended</span>}
                </th>
                {cells
                  .filter((cell) => cell.platform === platform)
                  .map((cell) => (
                    <MatrixCell key={cell.country} cell={cell} isActive={active} />
                  ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      <ul className="matrix-reasons">
        {[...reasons].map(([code, message]) => (
          <li key={code}>
            <b>{reasonWords[code] ?? code}</b> <span className="muted">{message}</span>
          </li>
        ))}
        {reasons.size === 0 && (
          <li className="muted">Everybody on {platformName(platform)} sees it in these countries.</li>
        )}
      </ul>
    </>
  )
}

/** The rule of the offer, without the one who does not meet it. */
function ruleOf(message: string): string {
  return message.replace(/;.*$/, '.')
}

function MatrixCell({ cell, isActive }: { readonly cell: Cell; readonly isActive: boolean }) {
  const failed = isActive ? cell.first_failed : 'app'
  if (failed === null) {
    return (
      <td className="matrix-yes" title={`Shown in ${countryName(cell.country)}`}>
        <Icon name="check" size={14} />
        <span className="sr">Shown</span>
      </td>
    )
  }
  return (
    <td className="matrix-no" title={cell.message ?? 'The app is suspended.'}>
      {reasonWords[failed] ?? failed}
    </td>
  )
}

const nobody = { appId: '', country: 'US', platform: 'android', mode: 'live', userId: '' }

/** One person's test: every rule in order, the first that keeps it away named. */
function PersonTest({ offerId }: { readonly offerId: string }) {
  const apps = useOperation('listApps', { query: { limit: 100 } }).data
  const [asked, setAsked] = useState<typeof nobody>()
  const [draft, setDraft] = useState(nobody)
  const appId = draft.appId || (apps?.[0]?.id ?? '')
  const answer = useOperation(
    'explainOffer',
    { path: { offerId }, query: asked ?? {} },
    { isOff: asked === undefined },
  )
  const test = (event: FormEvent) => {
    event.preventDefault()
    setAsked({ ...draft, appId })
  }
  return (
    <section className="card" aria-labelledby="person">
      <div className="card-head">
        <h2 id="person">One person’s test</h2>
      </div>
      <form className="card-body person-form" onSubmit={test}>
        <NativeSelect
          label="App"
          value={appId}
          onChange={(event) => setDraft({ ...draft, appId: event.currentTarget.value })}
          data={(apps ?? []).map(({ id, name }) => ({ value: id, label: name }))}
        />
        <CountrySelect
          label="Country"
          value={draft.country}
          onChange={(country) => setDraft({ ...draft, country })}
        />
        <NativeSelect
          label="Platform"
          value={draft.platform}
          onChange={(event) => setDraft({ ...draft, platform: event.currentTarget.value })}
          data={platforms.map((value) => ({ value, label: platformName(value) }))}
        />
        <NativeSelect
          label="Credentials"
          value={draft.mode}
          onChange={(event) => setDraft({ ...draft, mode: event.currentTarget.value })}
          data={modes}
        />
        <TextInput
          label="User, if you like"
          placeholder="Their id in the app"
          value={draft.userId}
          onChange={(event) => setDraft({ ...draft, userId: event.currentTarget.value })}
        />
        <Button type="submit" disabled={appId === ''} loading={answer.isFetching}>
          Test
        </Button>
      </form>
      {asked && answer.error && (
        <div className="card-body">
          <Failure what="The test could not be made" error={answer.error} />
        </div>
      )}
      {asked && answer.data && <Verdict {...answer.data} />}
    </section>
  )
}
