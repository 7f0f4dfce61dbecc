import { Fragment } from 'react'
import { formatClock, formatMoment, formatSpan, viewerZone, zoneName } from '../../format/format-time.ts'
import { Icon } from '../../parts/value/icon.tsx'
import { useNowSec } from '../../parts/value/moment.tsx'
import { Money } from '../../parts/value/money.tsx'
import { StatusOf } from '../../parts/value/status-chip.tsx'
import type { Story } from './click-story.ts'
import { laneOf, lanes, type Step } from './lanes.ts'
import { BookingSplit, RawLines, RiskMeter, Rules } from './step-parts.tsx'

const gapMinMs = 1_800_000

/** Every step with its time, whose it is, why, and what it moved. */
export function ClickSteps({ story }: { readonly story: Pick<Story, 'steps' | 'verdict'> }) {
  const { steps, verdict } = story
  const missing = steps.filter(({ form }) => form === 'missing').length
  return (
    <section className="card click-steps" aria-labelledby="steps">
      <div className="click-steps-head">
        <h2 id="steps" className="grow">
          What happened
        </h2>
        <ul className="click-legend" aria-hidden="true">
          {lanes.map(({ name, text, icon }) => (
            <li key={name}>
              <Icon name={icon} size={14} />
              {text}
            </li>
          ))}
        </ul>
      </div>
      <ol>
        {steps.map((step, index) => {
          const before = steps[index - 1]
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: steps have no name, and a later one never moves an earlier
            <Fragment key={index}>
              <Gap from={before} to={step} />
              <StepRow step={step} before={before} isLast={index === steps.length - 1} />
            </Fragment>
          )
        })}
      </ol>
      <p className="click-foot">
        {verdict.remedy === null ? (
          <>
            <b>{missing === 0 ? 'No step is missing.' : `Missing: ${missing}.`}</b> Times are of{' '}
            {zoneName(viewerZone())}; each is the moment of its write.
          </>
        ) : (
          <>
            <b>What would pay it.</b> {verdict.remedy}
          </>
        )}
      </p>
    </section>
  )
}

/** A long time between two steps, drawn with its length. */
function Gap({ from, to }: { readonly from: Step | undefined; readonly to: Step }) {
  const lengthMs = (to.at_ms ?? 0) - (from?.at_ms ?? to.at_ms ?? 0)
  if (!from || from.at_ms === null || to.at_ms === null || lengthMs < gapMinMs) return null
  return (
    <li className="click-gap" style={laneStyle(from)}>
      <div />
      <div className="rail-lane" />
      <p>
        <b>{formatSpan(lengthMs / 1000)}</b> {to.form === 'waiting' ? 'until then' : 'nothing happens'}
      </p>
    </li>
  )
}

interface StepRowProps {
  readonly step: Step
  readonly before: Step | undefined
  readonly isLast: boolean
}

function StepRow({ step, before, isLast }: StepRowProps) {
  const lane = lanes[laneOf(step)]
  const look = `step is-${step.form} is-${step.tone}${isLast ? ' is-last' : ''}`
  return (
    <li className={look} style={laneStyle(step)}>
      <div className="step-time num">
        <StepTime step={step} before={before} />
      </div>
      <div className="rail-lane">
        {before && <Curve from={laneOf(before)} to={laneOf(step)} />}
        <i className="step-node">{lane && <Icon name={lane.icon} size={13} />}</i>
      </div>
      <div className="step-body">
        <div className="step-head">
          <span className="sr">{lane?.text}: </span>
          <h3>{step.title}</h3>
          {step.state && <StatusOf word={step.state} />}
          {step.risk_score !== null && <RiskMeter score={step.risk_score} />}
        </div>
        {step.why && <p>{step.why}</p>}
        {step.checks.length > 0 && <Rules checks={step.checks} />}
        {step.payable !== null && step.margin !== null && (
          <BookingSplit payable={step.payable} margin={step.margin} />
        )}
        {step.raw.length > 0 && (
          <RawLines lines={step.raw} isOpen={step.tone === 'bad' && step.lane === 'network'} />
        )}
      </div>
      <div className="step-money num">
        {step.amount !== null && (
          <>
            <b>
              <Money amount={step.amount} currency="USD" precision="detail" />
            </b>
            <span>{step.amount_note}</span>
          </>
        )}
      </div>
    </li>
  )
}

const formWords = { recomputed: 'worked out now', missing: '', waiting: 'to come', happened: '' } as const

function StepTime({ step, before }: { readonly step: Step; readonly before: Step | undefined }) {
  const nowSec = useNowSec()
  if (step.at_ms === null)
    return (
      <>
        <span className="step-clock">{step.form === 'recomputed' ? 'before' : step.form}</span>
        <span>{formWords[step.form]}</span>
      </>
    )
  const passed =
    before?.at_ms === null || before === undefined ? undefined : (step.at_ms - before.at_ms) / 1000
  const isOtherDay = before?.at_ms !== undefined && !isSameDay(before?.at_ms ?? 0, step.at_ms)
  return (
    <>
      <time
        className="step-clock"
        dateTime={new Date(step.at_ms).toISOString()}
        title={new Date(step.at_ms).toISOString()}
      >
        {formatClock(step.at_ms / 1000, { hasMs: true })}
      </time>
      <span>
        {passed === undefined || isOtherDay
          ? formatMoment(step.at_ms / 1000, nowSec).replace(/,.*/, '')
          : passed === 0
            ? 'same moment'
            : `+${formatSpan(passed)}`}
      </span>
    </>
  )
}

function isSameDay(oneMs: number, otherMs: number): boolean {
  return new Date(oneMs).toDateString() === new Date(otherMs).toDateString()
}

/** From the lane of the step before to this one's. */
function Curve({ from, to }: { readonly from: number; readonly to: number }) {
  const [start, end] = [from + 0.5, to + 0.5]
  return (
    <svg className="step-curve" viewBox="0 0 4 20" preserveAspectRatio="none" aria-hidden="true">
      <path d={`M${start} 0C${start} 14 ${end} 4 ${end} 20`} />
    </svg>
  )
}

/** React types custom properties only by a cast; the value is a number of ours. */
function laneStyle(step: Step): React.CSSProperties {
  return { '--lane': laneOf(step) } as React.CSSProperties
}
