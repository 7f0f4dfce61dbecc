import { Link } from '@tanstack/react-router'
import type { DataOf } from '../../../api/operation-types.ts'
import { ProgressBars } from './progress-bars.tsx'
import { stepWords } from './step-words.ts'
import { countHappened, nextOf } from './use-first-run.ts'
import './first-run.css'

/** From the first live click on the figures have the place, and the list is one line above them. */
export function FoldedLine({ run }: { readonly run: DataOf<'getFirstRun'> }) {
  const next = nextOf(run)
  if (next === undefined) return null
  const title = stepWords[next.step].title
  return (
    <p className="card first-run-folded sm">
      <span className="grow">
        <b>
          {countHappened(run)} of {run.steps.length} happened.
        </b>{' '}
        Next: {title.charAt(0).toLowerCase() + title.slice(1)}. <Link to="/ops/first-run">Show the list</Link>
      </span>
      <ProgressBars steps={run.steps} />
    </p>
  )
}
