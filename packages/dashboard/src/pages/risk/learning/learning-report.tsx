import { useOperation } from '../../../api/use-operation.ts'
import { Failure } from '../../../parts/feedback/failure.tsx'
import { Judges, Worlds } from './judges.tsx'
import { LabelsCard, PointsCard } from './learned-from.tsx'
import { Movers, MovesCard } from './moves.tsx'
import { Verdict } from './verdict.tsx'
import './learning.css'

/** Tells what was learned, on whom it would tell, who judged it, and takes or leaves it. */
export function LearningReport() {
  const { data, error, refetch } = useOperation('getRiskLearning', {})
  if (data === undefined) {
    if (error) return <Failure what="Learning could not be loaded" error={error} onRetry={() => refetch()} />
    return <div className="card learning-ghost" aria-busy="true" />
  }
  const { learned } = data
  return (
    <div className="stack">
      <Verdict learning={data} />
      {learned && (
        <>
          <div className="learning-pair">
            <MovesCard learned={learned} />
            <Judges judgement={learned.judgement} />
          </div>
          <Movers learned={learned} />
          <div className="learning-three">
            <PointsCard points={learned.points} />
            <Worlds worlds={learned.judgement.worlds} />
            <LabelsCard labels={learned.labels} />
          </div>
        </>
      )}
    </div>
  )
}
