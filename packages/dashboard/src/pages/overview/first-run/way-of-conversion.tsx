import { Icon, type IconName } from '../../../parts/value/icon.tsx'
import type { Step, StepName } from './use-first-run.ts'

interface Stop {
  readonly name: string
  readonly says: string
  readonly icon: IconName
  /** It fills when this has happened. */
  readonly step: StepName
}

const stops: readonly Stop[] = [
  { name: 'Offer list', says: 'The app shows offers of the network.', icon: 'tag', step: 'app' },
  { name: 'User', says: 'follows a link.', icon: 'user', step: 'click' },
  { name: 'Quoin', says: 'records the click, fixes the reward.', icon: 'clock', step: 'click' },
  { name: 'Network', says: 'reports the conversion.', icon: 'network', step: 'postback' },
  { name: 'Quoin', says: 'books revenue, payable and margin.', icon: 'money', step: 'postback' },
  { name: 'Publisher’s server', says: 'takes the callback.', icon: 'server', step: 'callback' },
]

/** Where a conversion goes through, filled as far as it has been gone. */
export function WayOfConversion({ steps }: { readonly steps: readonly Step[] }) {
  const has = (name: StepName) => steps.some(({ step, happened }) => step === name && happened !== null)
  const isDone = ({ step }: Stop) =>
    step === 'app' ? has('network') && has('offers') && has('app') : has(step)
  const next = stops.findIndex((stop) => !isDone(stop))
  const hasBegun = steps.some(({ happened }) => happened !== null)
  return (
    <section className="card" aria-labelledby="way">
      <div className="card-head">
        <h2 id="way">The way of one conversion</h2>
      </div>
      <ol className="first-run-way">
        {stops.map((stop, place) => (
          <li
            key={stop.says}
            className={isDone(stop) ? 'is-done' : hasBegun && place === next ? 'is-next' : ''}
          >
            <span className="first-run-stop">
              <Icon name={stop.icon} size={13} />
            </span>
            <p>
              <b>{stop.name}</b>
              {stop.says}
            </p>
          </li>
        ))}
      </ol>
    </section>
  )
}
