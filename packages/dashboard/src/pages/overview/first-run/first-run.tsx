import { useState } from 'react'
import type { DataOf } from '../../../api/operation-types.ts'
import { useChange } from '../../../api/use-change.ts'
import { Failure } from '../../../parts/feedback/failure.tsx'
import { ProgressBars } from './progress-bars.tsx'
import { StepRow } from './step-row.tsx'
import { tellLeft } from './step-words.ts'
import { TestModeCard } from './test-mode-card.tsx'
import { countHappened, nextOf, type StepName } from './use-first-run.ts'
import { WayOfConversion } from './way-of-conversion.tsx'
import './first-run.css'

/** Six events from an empty platform to its first paid conversion, each ticked by itself. */
export function FirstRun({ run }: { readonly run: DataOf<'getFirstRun'> }) {
  const [opened, setOpened] = useState<StepName>()
  const trial = useChange('tryFirstRun', { renews: ['getFirstRun'] })
  const next = nextOf(run)
  const count = countHappened(run)
  const shown = opened ?? next?.step
  const [tried, setTried] = useState<StepName>()
  const trying = trial.isPending ? tried : undefined
  const tryStep = (step: StepName) => {
    setTried(step)
    trial.mutate({ body: { step } })
  }
  return (
    <div className="first-run">
      <section className="card" aria-labelledby="first-run">
        <div className="first-run-head">
          <div className="grow">
            <h2 id="first-run">{tellLeft(run.steps.length - count)}</h2>
            <p className="sm muted">Each step ticks when it happens, whoever does it.</p>
          </div>
          <ProgressBars steps={run.steps} />
        </div>
        {trial.error !== null && (
          <Failure
            what="The trial did not end"
            error={trial.error}
            onRetry={() => trial.variables && trial.mutate(trial.variables)}
          />
        )}
        <ol className="first-run-steps">
          {run.steps.map((step, place) => (
            <StepRow
              key={step.step}
              step={step}
              number={place + 1}
              run={run}
              isOpen={shown === step.step && step.happened === null}
              isNext={next?.step === step.step}
              trying={trying}
              onOpen={() => setOpened(step.step)}
              onTry={tryStep}
            />
          ))}
        </ol>
      </section>
      <aside className="first-run-rail" aria-label="Help">
        <WayOfConversion steps={run.steps} />
        <TestModeCard run={run} isTrying={trial.isPending} onTry={tryStep} />
      </aside>
    </div>
  )
}
