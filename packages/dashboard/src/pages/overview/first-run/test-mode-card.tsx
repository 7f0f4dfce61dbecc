import type { DataOf } from '../../../api/operation-types.ts'
import { useMayAct } from '../../../frame/use-session.ts'
import { Icon, type IconName } from '../../../parts/value/icon.tsx'
import { StatusChip } from '../../../parts/value/status-chip.tsx'
import { tellTrials } from './step-words.ts'
import { TryButton } from './try-button.tsx'
import { countHappened, type StepName } from './use-first-run.ts'

const says: readonly (readonly [IconName, string])[] = [
  ['flask', 'It does the step with made-up data, and what the step needs before.'],
  ['money', 'It is never in money, caps or statistics.'],
  ['check', 'It marks the step “tried”. Only the real event ticks it.'],
]

interface TestModeCardProps {
  readonly run: DataOf<'getFirstRun'>
  readonly isTrying: boolean
  readonly onTry: (step: StepName) => void
}

export function TestModeCard({ run, isTrying, onTry }: TestModeCardProps) {
  const mayTry = useMayAct('operator')
  const left = run.steps.length - countHappened(run)
  const areTried = run.steps.every(({ happened, tried }) => happened !== null || tried !== null)
  const text = areTried ? 'Try them again' : left === run.steps.length ? 'Try all six' : tellTrials(left)
  return (
    <section className="card first-run-test" aria-labelledby="test-mode">
      <h2 id="test-mode">
        <StatusChip status="Test" /> mode
      </h2>
      <ul>
        {says.map(([icon, sentence]) => (
          <li key={icon}>
            <Icon name={icon} size={14} />
            {sentence}
          </li>
        ))}
      </ul>
      {mayTry && left > 0 && (
        <TryButton
          text={text}
          isOutlined
          isBusy={isTrying}
          isOff={isTrying}
          onTry={() => onTry('callback')}
        />
      )}
    </section>
  )
}
