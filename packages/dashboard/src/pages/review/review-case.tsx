import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useOperation } from '../../api/use-operation.ts'
import { formatReward } from '../../format/format-money.ts'
import { Failure } from '../../parts/feedback/failure.tsx'
import { Loading } from '../../parts/feedback/loading.tsx'
import { Icon } from '../../parts/value/icon.tsx'
import { Moment } from '../../parts/value/moment.tsx'
import { Money } from '../../parts/value/money.tsx'
import { ShortId } from '../../parts/value/short-id.tsx'
import { StatusChip, StatusOf } from '../../parts/value/status-chip.tsx'
import { ReviewDecision } from './review-decision.tsx'
import { LinkedUsers } from './linked-users.tsx'
import type { HeldDecision } from './use-held-decisions.ts'
import { asSentence, type Evidence, reasonSentence } from './review-words.ts'

interface ReviewCaseProps {
  readonly conversionId: string
  readonly mayDecide: boolean
  readonly onDecided: (decision: HeldDecision) => void
  readonly onBack: () => void
}

/** One case: what it is, what speaks against and for it, who is linked, and the decision. */
export function ReviewCase({ conversionId, mayDecide, onDecided, onBack }: ReviewCaseProps) {
  const { data, error, refetch } = useOperation('getReview', { path: { conversionId } })
  return (
    <article className="card review-case" aria-label="The case" aria-busy={data === undefined && !error}>
      <div className="case-back">
        <Button variant="subtle" leftSection={<Icon name="left" />} onClick={onBack}>
          Queue
        </Button>
      </div>
      {error && !data && (
        <Failure what="The evidence could not be loaded" error={error} onRetry={() => refetch()} />
      )}
      {!data && !error && <Loading what="the evidence" isInCard />}
      {data && (
        <>
          <CaseHead evidence={data} />
          <CaseReasons evidence={data} />
          <LinkedUsers links={data.links} userId={data.user_id} />
          <CaseHistory evidence={data} />
          {mayDecide && data.status === 'pending' && data.reason !== null && (
            <ReviewDecision evidence={data} onDecided={onDecided} />
          )}
        </>
      )}
    </article>
  )
}

function CaseHead({ evidence }: { readonly evidence: Evidence }) {
  const { user_id, offer, goal, reason, status, app, network, click_id, payout, payout_local, currency } =
    evidence
  return (
    <header className="case-part case-head">
      <div className="grow">
        <h2>
          <bdi>{user_id}</bdi> on <bdi>{offer}</bdi>
          {goal && (
            <>
              {' › '}
              <bdi>{goal}</bdi>
            </>
          )}
        </h2>
        <p className="row wrap sm muted">
          {status === 'pending' && reason !== null ? (
            <StatusChip status="Held" />
          ) : (
            <StatusOf word={status} />
          )}
          {evidence.test && <StatusChip status="Test" />}
          <span>
            {status === 'pending' ? `because ${reasonSentence(reason)}` : (reason ?? '')},{' '}
            <Moment at={evidence.created_at} />
          </span>
          <span>
            <bdi>{app}</bdi> · <bdi>{network}</bdi>
          </span>
          {click_id && (
            <>
              <ShortId id={click_id} name="click id" />
              <Link to={`/t/${click_id}`}>Timeline</Link>
            </>
          )}
        </p>
      </div>
      <p className="case-money">
        <b>
          <Money amount={payout} currency="USD" precision="detail" />
        </b>
        <span className="sm muted">{formatReward(payout_local, { one: currency, many: currency })}</span>
      </p>
    </header>
  )
}

/** A share that is not quite all, or none, is not rounded to it. */
function shareSentence(score: number): string {
  if (score >= 95 && score < 100) return 'More than 9 in 10 like this are fraud'
  if (score < 5) return 'Fewer than 1 in 10 like this are fraud'
  return `About ${Math.round(score / 10)} in 10 like this are fraud`
}

function CaseReasons({ evidence }: { readonly evidence: Evidence }) {
  const { score, reasons, device, comparisons } = evidence
  const strongest = Math.max(1, ...reasons.map(({ points }) => points))
  return (
    <section className="case-part" aria-label="Reasons">
      {score !== null && (
        <div className="case-verdict">
          <TenSquares score={score} />
          <div>
            <h3>{shareSentence(score)}</h3>
            <p className="sm muted">
              Score {score.toFixed(1)}
              {device && `; the device of the user scores ${device.score.toFixed(1)}`}. Of all users, 3 in 100
              are fraud.
            </p>
          </div>
        </div>
      )}
      <ul className="reasons">
        {reasons.map(({ code, points, detail }) => (
          <li key={code}>
            <div>
              <h4>{wordsOf(code)}</h4>
              <p className="xs muted">{asSentence(detail)}</p>
            </div>
            <meter className="bar" min={0} max={strongest} value={points} aria-label={`${points} points`} />
            <span className="num points">+{points.toFixed(1)}</span>
          </li>
        ))}
        {(device?.reasons ?? []).slice(0, 5).map(({ code, points, detail }) => (
          <li key={`device ${code}`}>
            <div>
              <h4>Device: {wordsOf(code).toLowerCase()}</h4>
              <p className="xs muted">{asSentence(detail)}</p>
            </div>
            <span />
            <span className="num points muted">
              {points < 0 ? '−' : '+'}
              {Math.abs(points).toFixed(1)}
            </span>
          </li>
        ))}
      </ul>
      <ul className="comparisons">
        {comparisons.map(({ text, speaks }) => (
          <li key={text} className={speaks}>
            <Icon name={speaks === 'for' ? 'check' : speaks === 'against' ? 'bang' : 'minus'} />
            <span>
              <span className="sr">{spoken[speaks]}</span>
              {text}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

const spoken = { for: 'For the user: ', against: 'Against the user: ', neither: '' } as const

function TenSquares({ score }: { readonly score: number }) {
  const filled = Math.max(1, Math.round(score / 10))
  return (
    <svg className="ten" viewBox="0 0 100 40" aria-hidden="true">
      {Array.from({ length: 10 }, (_none, index) => (
        <rect
          // biome-ignore lint/suspicious/noArrayIndexKey: ten squares that never move
          key={index}
          className={index < filled ? 'is-filled' : ''}
          x={(index % 5) * 20 + 1}
          y={Math.floor(index / 5) * 20 + 1}
          width={17}
          height={17}
          rx={4}
        />
      ))}
    </svg>
  )
}

function CaseHistory({ evidence }: { readonly evidence: Evidence }) {
  return (
    <section className="case-part" aria-label="History">
      <h3>What happened to it</h3>
      <ol className="history">
        {evidence.history.map(({ at, from, to, reason, source, actor }) => (
          <li key={`${at} ${to} ${reason}`} className="sm">
            <Moment at={at} /> <b>{from === null ? to : `${from} → ${to}`}</b>
            {reason && ` (${reason})`} by {actor?.replace(/^\w+:/, '') ?? source}
          </li>
        ))}
      </ol>
    </section>
  )
}

function wordsOf(code: string): string {
  return asSentence(code.replaceAll('_', ' '))
}
