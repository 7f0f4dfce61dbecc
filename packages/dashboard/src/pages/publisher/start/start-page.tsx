import type { StartStep } from '@quoin/core/apps/start-steps.ts'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { DataOf } from '../../../api/operation-types.ts'
import { placeOf, useHere } from '../../../frame/publisher/use-here.ts'
import { useManaged } from '../../../frame/publisher/use-managed.ts'
import { Awaited } from '../../../parts/feedback/awaited.tsx'
import { PageHeader } from '../../../parts/layout/page-header.tsx'
import { Icon } from '../../../parts/value/icon.tsx'
import { Moment } from '../../../parts/value/moment.tsx'
import { StatusChip } from '../../../parts/value/status-chip.tsx'
import { CallbackLines } from './callback-lines.tsx'
import { LastRefusal } from './last-refusal.tsx'
import { ListLines } from './list-lines.tsx'
import './start-page.css'

const askEveryMs = 5_000

type Start = DataOf<'getMyStart'>

const words: Readonly<Record<StartStep, { readonly title: string; readonly waits: string }>> = {
  keys_made: { title: 'Keys made', waits: 'The step ticks when the app has a secret.' },
  first_list: {
    title: 'Ask for the first list of offers',
    waits: 'Your server calls with key and secret. The step ticks within ten seconds of the call.',
  },
  first_click: {
    title: 'Send a user to an offer',
    waits:
      'Open the link of any offer in your answer in a browser, or press Run and follow one here. The step ticks when the click is counted.',
  },
  test_conversion: {
    title: 'Make a test conversion',
    waits: 'The page of a test offer has a button for each status. The step ticks when you report one.',
  },
  callback_delivered: {
    title: 'Receive a callback',
    waits: 'The step ticks when your server answers a callback with 2xx.',
  },
  live_conversion: {
    title: 'Go live',
    waits:
      'Replace the test key and secret by the live ones. The step ticks at the first approved conversion.',
  },
}

const waitsFor: Readonly<Record<StartStep, string>> = {
  keys_made: 'Waiting for keys',
  first_list: 'Waiting for your server',
  first_click: 'Waiting for a click',
  test_conversion: 'Waiting for a test conversion',
  callback_delivered: 'Waiting for your receiver',
  live_conversion: 'Waiting for a live conversion',
}

/** From the keys to the first paid conversion: what happens ticks the steps, never a click here. */
export function StartPage() {
  const { data, error, refetch } = useManaged('getMyStart', {}, { everyMs: askEveryMs })
  const { data: app, refetch: refetchApp } = useManaged('getMyApp')
  const done = data?.steps.filter(({ done_at }) => done_at !== null).length ?? 0
  return (
    <>
      <PageHeader
        title={app ? `Go live with ${app.name}` : 'Go live'}
        beside={data && <Progress start={data} done={done} />}
      >
        These steps lead from the first request to the first paid conversion. Each one ticks when it has
        really happened.
      </PageHeader>
      {data ? (
        <Steps start={data} />
      ) : (
        <Awaited
          what="The steps could not be loaded"
          error={error}
          onRetry={() => Promise.all([refetch(), refetchApp()])}
        />
      )}
    </>
  )
}

function Progress({ start, done }: { readonly start: Start; readonly done: number }) {
  const { length } = start.steps
  const current = currentOf(start)
  return (
    <div
      className="start-progress"
      role="progressbar"
      aria-label="Steps done"
      aria-valuemin={0}
      aria-valuemax={length}
      aria-valuenow={done}
      aria-valuetext={`${done} of ${length}`}
    >
      <span className="sm">
        {done} of {length}
      </span>
      <span className="start-segments" aria-hidden="true">
        {start.steps.map(({ step, done_at }) => (
          <i key={step} className={done_at !== null ? 'done' : step === current ? 'current' : ''} />
        ))}
      </span>
    </div>
  )
}

/** The first step that is open. */
function currentOf({ steps }: Start): StartStep | undefined {
  return steps.find(({ done_at }) => done_at === null)?.step
}

function Steps({ start }: { readonly start: Start }) {
  const current = currentOf(start)
  return (
    <ol className="start-steps">
      {start.steps.map(({ step, done_at }, index) => (
        <li key={step} className={done_at !== null ? 'done' : step === current ? 'current' : ''}>
          <span className="start-mark" aria-hidden="true">
            {done_at === null ? index + 1 : <Icon name="check" />}
          </span>
          <section className={step === current ? 'card start-card' : 'start-line'}>
            <div className="row wrap">
              <h2 className="grow">{words[step].title}</h2>
              {done_at !== null && (
                <>
                  <span className="sm muted">
                    <Moment at={done_at} />
                  </span>
                  <StatusChip status="Done" />
                </>
              )}
              {step === current && (
                <span className="start-waiting sm" role="status">
                  {waitsFor[step]}
                </span>
              )}
            </div>
            {done_at === null && <p className="muted sm">{words[step].waits}</p>}
            {step === current && <Help step={step} start={start} />}
          </section>
        </li>
      ))}
    </ol>
  )
}

/** A hint that leads on from the current step. */
function Help({ step, start }: { readonly step: StartStep; readonly start: Start }): ReactNode {
  const here = useHere()
  const mode = step === 'live_conversion' ? 'live' : 'test'
  const to = (page: string) => placeOf(here, page, here.appId)
  if (step === 'callback_delivered') return <CallbackLines />
  return (
    <>
      {step === 'test_conversion' && (
        <p className="sm">
          <em>Run</em>, follow one and press <em>approved</em> on its page; or do the same on the{' '}
          <Link to={to('try')} search={{ mode }}>
            Test bench
          </Link>
          .
        </p>
      )}
      {step === 'live_conversion' && (
        <p className="sm">
          The same lines with your live key. <Link to={to('keys')}>Keys and secrets</Link> has the rest.
        </p>
      )}
      <ListLines start={start} step={step} />
      {step !== 'keys_made' && <LastRefusal mode={mode} />}
    </>
  )
}
