import { Link } from '@tanstack/react-router'
import { useMayAct } from '../../../frame/use-session.ts'
import { Icon } from '../../../parts/value/icon.tsx'
import { Moment } from '../../../parts/value/moment.tsx'
import { StatusChip } from '../../../parts/value/status-chip.tsx'
import { OpenStep } from './open-step.tsx'
import type { StepRowProps } from './step-row-props.ts'
import { stepWords } from './step-words.ts'
import { TryButton } from './try-button.tsx'
import type { Step } from './use-first-run.ts'

/** One event: done, open, tried or to come. */
export function StepRow(props: StepRowProps) {
  const { step, number, isOpen, trying, onOpen, onTry } = props
  const mayTry = useMayAct('operator')
  if (step.happened !== null) return <DoneStep step={step} />
  if (isOpen) return <OpenStep {...props} />
  const { title, lead } = stepWords[step.step]
  const { tried } = step
  return (
    <li className={tried === null ? '' : 'is-tried'}>
      <span className="first-run-mark">{tried === null ? number : <Icon name="flask" size={14} />}</span>
      <div>
        <h3>
          <button type="button" className="first-run-open" onClick={onOpen}>
            {title}
          </button>
        </h3>
        <p className="first-run-says">{tried === null ? lead : tried.says}</p>
      </div>
      {tried === null ? (
        mayTry && (
          <TryButton
            isBusy={trying === step.step}
            isOff={trying !== undefined}
            onTry={() => onTry(step.step)}
          />
        )
      ) : (
        <TriedMark tried={tried} />
      )}
    </li>
  )
}

function TriedMark({ tried }: { readonly tried: NonNullable<Step['tried']> }) {
  return (
    <p className="first-run-when">
      <StatusChip status={tried.is_ok ? 'Tried' : 'Failed'} />
      <span>
        <Moment at={tried.at} as="moment" />
        {tried.link !== null && (
          <>
            , <Link to={tried.link}>{tried.is_ok ? 'see it' : 'mend it'}</Link>
          </>
        )}
      </span>
    </p>
  )
}

function DoneStep({ step: { step, happened } }: { readonly step: Step }) {
  if (happened === null) return null
  const { name, says, link, by, at } = happened
  return (
    <li className="is-done">
      <span className="first-run-mark">
        <Icon name="check" size={14} />
      </span>
      <div>
        <h3>
          <span className="sr">Done: </span>
          {stepWords[step].title}
        </h3>
        <p className="first-run-says">
          {name !== null && (
            <b>
              {link === null ? (
                <bdi>{name}</bdi>
              ) : (
                <Link to={link}>
                  <bdi>{name}</bdi>
                </Link>
              )}
            </b>
          )}
          {says}
        </p>
      </div>
      <p className="first-run-when">
        {by !== null && <bdi>{by}</bdi>}
        <Moment at={at} as="moment" />
      </p>
    </li>
  )
}
