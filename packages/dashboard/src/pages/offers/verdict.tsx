import type { DataOf } from '../../api/operation-types.ts'
import { Icon } from '../../parts/value/icon.tsx'
import { reasonWords } from './targeting-words.ts'
import './offers.css'

/** Every rule in order; the first that keeps the offer away is named. */
export function Verdict({ shown, checks }: DataOf<'explainOffer'>) {
  const first = checks.find(({ passed }) => !passed)
  return (
    <div className="card-body" role="status">
      <p className="verdict">
        {shown
          ? 'They see it.'
          : `They do not see it: ${(reasonWords[first?.code ?? ''] ?? first?.code ?? '').toLowerCase()}.`}
      </p>
      <ol className="checks">
        {checks.map((check) => (
          <li key={check.code} data-passed={check.passed} data-first={check === first || undefined}>
            <Icon name={check.passed ? 'check' : 'cross'} />
            <span className="sr">{check.passed ? 'Passed: ' : 'Failed: '}</span>
            {check.message}
          </li>
        ))}
      </ol>
    </div>
  )
}
