import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { AnswerOf, DataOf } from '../../../api/operation-types.ts'
import { explain } from '../../../parts/feedback/failure.tsx'
import { placeOf, useHere } from '../../../frame/publisher/use-here.ts'
import { useManagedChange } from '../../../frame/publisher/use-managed.ts'
import { Icon } from '../../../parts/value/icon.tsx'
import { StatusChip } from '../../../parts/value/status-chip.tsx'
import './callback-trial.css'

type Endpoint = DataOf<'getMyCallbackEndpoint'>
type Tested = AnswerOf<'testMyCallback'>['data']
type Step = Tested[number]

interface Case {
  readonly name: string
  readonly text: string
  /** The event that the endpoint must hear of for it to be sent outside of trials. */
  readonly event: string
  readonly body: { readonly case: string; readonly userId?: string; readonly payout?: string }
}

const plainUser = 'u_8841'
const ofPlain = (name: string) => ({ case: name, userId: plainUser })

const cases: readonly Case[] = [
  { name: 'approved', text: 'Approved', event: 'conversion.approved', body: ofPlain('approved') },
  { name: 'goal', text: 'Goal reached', event: 'conversion.approved', body: ofPlain('goal') },
  { name: 'duplicate', text: 'Sent twice', event: 'conversion.approved', body: ofPlain('duplicate') },
  {
    name: 'reversed',
    text: 'Approved, then reversed',
    event: 'conversion.reversed',
    body: ofPlain('reversed'),
  },
  { name: 'pending', text: 'Pending', event: 'conversion.pending', body: ofPlain('pending') },
  { name: 'rejected', text: 'Rejected', event: 'conversion.rejected', body: ofPlain('rejected') },
  {
    name: 'large',
    text: 'Long decimals',
    event: 'conversion.approved',
    body: { ...ofPlain('approved'), payout: '12345.678901' },
  },
  { name: 'offers', text: 'Offers changed', event: 'offer.changed', body: { case: 'offers' } },
  // The one that finds servers which write a body again before they check it.
  {
    name: 'unicode',
    text: 'User “Zoë-77”',
    event: 'conversion.approved',
    body: { case: 'approved', userId: 'Zoë-77' },
  },
]

/** Cases that every receiver should take. */
const conversionCases = cases.filter(({ event }) => event.startsWith('conversion.'))

interface Result {
  readonly steps: Tested
  /** Why nothing was sent. */
  readonly refusal: string | undefined
}

/** Real requests to the publisher's address: each case with its request, the answer and the verdict side by side. */
export function CallbackTrial({ endpoint }: { readonly endpoint: Endpoint }) {
  const { results, shown, isAll, isBusy, choose, runAll } = useTrial(endpoint)
  const here = useHere()
  const ran = Object.values(results)
  return (
    <section className="card" aria-label="Test">
      <div className="card-head">
        <p className="grow sm muted">
          We send real requests to your address and mark them as tests. They never change money.
        </p>
        <span className="sm" role="status">
          {ran.length > 0 && `${ran.filter(isPassed).length} of ${ran.length} pass`}
        </span>
        <Button
          variant="filled"
          leftSection={<Icon name="play" />}
          loading={isAll}
          onClick={() => void runAll()}
        >
          Test all
        </Button>
      </div>
      <div className="card-body stack">
        <ul className="trial-cases" aria-label="Cases">
          {cases.map((one) => (
            <li key={one.name}>
              <button
                type="button"
                aria-pressed={shown === one.name}
                disabled={isBusy && !isAll}
                onClick={() => choose(one)}
              >
                <CaseMark result={results[one.name]} />
                <span>
                  {one.text}
                  <span className="xs muted">{noteOf(results[one.name], hears(endpoint, one))}</span>
                </span>
              </button>
            </li>
          ))}
        </ul>
        <TrialResult result={results[shown]} />
        {ran.length >= conversionCases.length && ran.every(isPassed) && (
          <p className="sm">
            Your receiver accepts every case. Make a conversion on the{' '}
            <Link to={placeOf(here, 'try', here.appId)} search={{ mode: 'test' }}>
              Test bench
            </Link>{' '}
            to see a real callback arrive.
          </p>
        )}
      </div>
    </section>
  )
}

/** Trials since the page was opened; none of them is kept. */
function useTrial(endpoint: Endpoint) {
  const path = { endpointId: endpoint.id }
  const test = useManagedChange('testMyCallback', { renews: [] })
  const [results, setResults] = useState<Readonly<Record<string, Result>>>({})
  const [shown, setShown] = useState('approved')
  const [isAll, setAll] = useState(false)
  const run = async ({ name, body }: Case): Promise<Result> => {
    const result = await test
      .mutateAsync({ path, body })
      .then(({ data }) => ({ steps: data, refusal: undefined }))
      .catch((error: unknown) => ({ steps: [], refusal: explain(error) }))
    setResults((before) => ({ ...before, [name]: result }))
    return result
  }
  const choose = (one: Case) => {
    setShown(one.name)
    if (!isAll) void run(one)
  }
  const runAll = async () => {
    setAll(true)
    const ran: [string, Result][] = []
    for (const one of cases.filter((each) => hears(endpoint, each))) ran.push([one.name, await run(one)])
    setShown((ran.find(([, result]) => !isPassed(result)) ?? ran[0])?.[0] ?? shown)
    setAll(false)
  }
  return { results, shown, isAll, isBusy: test.isPending, choose, runAll }
}

function TrialResult({ result }: { readonly result: Result | undefined }) {
  if (!result)
    return <p className="sm muted">Choose a case. We send it at once, and you see the answer here.</p>
  const { refusal, steps } = result
  return (
    <>
      {refusal !== undefined && <p>{refusal}</p>}
      {steps.map((step, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the steps of one test never move
        <TrialStep key={index} step={step} name={steps.length > 1 ? `Step ${index + 1}` : undefined} />
      ))}
    </>
  )
}

function hears({ events }: Endpoint, { event }: Case): boolean {
  return events.includes(event)
}

function CaseMark({ result }: { readonly result: Result | undefined }) {
  if (!result) return <Icon name="minus" />
  return isPassed(result) ? (
    <span className="pos">
      <Icon name="check" />
    </span>
  ) : (
    <span className="neg">
      <Icon name="cross" />
    </span>
  )
}

function noteOf(result: Result | undefined, isHeard: boolean): string {
  if (!result) return isHeard ? 'not run' : 'not told: off'
  const last = result.steps.at(-1)
  if (!last) return 'cannot be told'
  return `${last.http_status ?? 'no answer'} · ${last.latency_ms} ms`
}

function isPassed({ steps }: Result): boolean {
  return steps.length > 0 && steps.every(({ verdict }) => verdict === 'delivered')
}

const verdicts: Readonly<Record<string, { readonly word: 'Delivered' | 'Failed'; readonly live: string }>> = {
  delivered: { word: 'Delivered', live: 'It would end here.' },
  retry: { word: 'Failed', live: 'We would send it again after 5 seconds, then 12 times in three days.' },
  flagged: { word: 'Failed', live: 'It would wait for a person, because your server has it and refused it.' },
  stop: { word: 'Failed', live: 'We would not send it again.' },
}

function TrialStep({ step, name }: { readonly step: Step; readonly name: string | undefined }) {
  const { method, url, headers, body, http_status, failure, answer, latency_ms, reason, look_at } = step
  const verdict = verdicts[step.verdict]
  const lines = Object.entries(headers).map(([key, value]) => `${key}: ${value}`)
  return (
    <section className="trial-step" aria-label={name ?? 'Result'}>
      <div>
        <h3>Request{name && `, ${name.toLowerCase()}`}</h3>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard */}
        <pre tabIndex={0}>
          {[`${method} ${url}`, ...lines, ...(body === null ? [] : ['', body])].join('\n')}
        </pre>
      </div>
      <div>
        <h3>
          Answer{' '}
          <span className={http_status !== null && http_status < 300 ? 'pos' : 'neg'}>
            {http_status ?? 'none'}
          </span>{' '}
          <span className="muted">{latency_ms} ms</span>
        </h3>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard */}
        <pre tabIndex={0}>{answer || failure || '(an empty body)'}</pre>
      </div>
      <div>
        <h3>Verdict</h3>
        <div className="stack trial-verdict">
          <div>{verdict && <StatusChip status={verdict.word} />}</div>
          <p>
            <b>{reason}</b>
          </p>
          <p className="sm muted">{verdict?.live}</p>
          {look_at && <p className="sm">{look_at}</p>}
        </div>
      </div>
    </section>
  )
}
