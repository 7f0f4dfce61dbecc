import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { DataOf } from '../../../api/operation-types.ts'
import { useMayAct } from '../../../frame/use-session.ts'
import { Moment } from '../../../parts/value/moment.tsx'
import { StatusChip } from '../../../parts/value/status-chip.tsx'
import { FirstLink } from './first-link.tsx'
import type { StepRowProps } from './step-row-props.ts'
import { stepWords } from './step-words.ts'
import { TryButton } from './try-button.tsx'
import type { Step, StepName } from './use-first-run.ts'

/** The step that is to be done, with all that is needed for it. */
export function OpenStep({ step, number, run, isNext, trying, onTry }: StepRowProps) {
  const mayAct = useMayAct('operator')
  const { verb, help, waits } = stepWords[step.step]
  const tryIt = (
    <TryButton
      text="Do it for me in test mode"
      isOutlined
      isBusy={trying === step.step}
      isOff={trying !== undefined}
      onTry={() => onTry(step.step)}
    />
  )
  return (
    <li className="is-open">
      <span className="first-run-mark">{number}</span>
      <div>
        <h3>{verb}</h3>
        <p className="first-run-says">{help}</p>
      </div>
      <div className="first-run-box">
        {mayAct ? (
          <>
            {step.step === 'network' && <Systems />}
            {step.step === 'click' ? (
              <FirstLink isNext={isNext}>{tryIt}</FirstLink>
            ) : (
              <div className="first-run-go">
                <Ways step={step.step} run={run} isNext={isNext} />
                {tryIt}
              </div>
            )}
          </>
        ) : (
          <p className="sm">{tellDoers(run.doers)}</p>
        )}
        <p className="first-run-wait">
          <i aria-hidden="true" />
          {waits}
        </p>
        {step.tried !== null && <Trial tried={step.tried} />}
      </div>
    </li>
  )
}

function tellDoers(doers: readonly string[]): string {
  if (doers.length === 0) return 'An operator can do this step.'
  return `${doers.join(', ')} (${doers.length === 1 ? 'operator' : 'operators'}) can do this step.`
}

function Trial({ tried }: { readonly tried: NonNullable<Step['tried']> }) {
  return (
    <p className="first-run-tried sm">
      <StatusChip status={tried.is_ok ? 'Tried' : 'Failed'} />
      <span>
        <Moment at={tried.at} as="moment" />: {tried.says}{' '}
        {tried.link !== null && <Link to={tried.link}>{tried.is_ok ? 'See it' : 'See what to correct'}</Link>}
      </span>
    </p>
  )
}

interface WaysProps {
  readonly step: StepName
  readonly run: DataOf<'getFirstRun'>
  readonly isNext: boolean
}

/** Where it is done; the address of the network and the callbacks of the app lead to the very page. */
function Ways({ step, run, isNext }: WaysProps) {
  const pageOf = (name: StepName) => run.steps.find((one) => one.step === name)?.happened?.link ?? null
  const own =
    step === 'postback'
      ? { text: 'Open its postback address', to: pageOf('network'), tab: 'address' }
      : step === 'callback'
        ? { text: 'Set where callbacks go', to: pageOf('app'), tab: 'callbacks' }
        : undefined
  const variant = isNext ? 'filled' : 'default'
  if (own !== undefined && own.to !== null) {
    return (
      <Button component={Link} to={`${own.to}?tab=${own.tab}`} variant={variant}>
        {own.text}
      </Button>
    )
  }
  return stepWords[step].ways.map(({ text, to, hash }, place) => (
    <Button
      key={to}
      component={Link}
      to={to}
      {...(hash === undefined ? {} : { hash })}
      variant={place === 0 ? variant : 'default'}
    >
      {text}
    </Button>
  ))
}

const systems = [
  { hash: 'new-tune', title: 'TUNE', hint: 'aff_sub, HasOffers' },
  { hash: 'new-everflow', title: 'Everflow', hint: 'sub1 to sub5' },
  { hash: 'new-affise', title: 'Affise', hint: 'sub1, clickid' },
  { hash: 'new', title: 'Another', hint: 'paste one call' },
]

function Systems() {
  return (
    <div className="first-run-systems">
      {systems.map(({ hash, title, hint }) => (
        <Link key={hash} to="/ops/networks" hash={hash}>
          {title}
          <span>{hint}</span>
        </Link>
      ))}
    </div>
  )
}
