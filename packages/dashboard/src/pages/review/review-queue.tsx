import { Button } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { formatSpan } from '../../format/format-time.ts'
import { useNowSec } from '../../parts/value/moment.tsx'
import { Money } from '../../parts/value/money.tsx'
import { firstReason, reasonWord, type ReviewRow, scoreTone } from './review-words.ts'

interface ReviewQueueProps {
  readonly rows: readonly ReviewRow[] | undefined
  readonly openId: string | undefined
  /** The part of the payout that they are sorted by. */
  readonly showsStake: boolean
  readonly selected: ReadonlySet<string>
  readonly onOpen: (id: string) => void
  readonly onToggle?: (id: string) => void
  readonly more:
    | { readonly load: () => unknown; readonly isLoading: boolean; readonly left?: string }
    | undefined
}

/** Cases that come before the first answer: as many as a screen has. */
const ghostsCount = 10

/** Two lines a case: who, what, how much; score, first reason, how old. */
export function ReviewQueue({
  rows,
  openId,
  showsStake,
  selected,
  onOpen,
  onToggle,
  more,
}: ReviewQueueProps) {
  const nowSec = useNowSec()
  const list = useRef<HTMLUListElement>(null)
  useEffect(() => {
    if (openId) list.current?.querySelector('.is-open')?.scrollIntoView({ block: 'nearest' })
  }, [openId])
  return (
    <>
      <ul ref={list} className="queue" aria-busy={rows === undefined}>
        {rows === undefined &&
          Array.from({ length: ghostsCount }, (_, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike
            <li key={index} className="queue-ghost" aria-hidden="true">
              <i />
              <i />
            </li>
          ))}
        {rows?.map((row) => (
          <li key={row.id} className={classOf(row.id, { openId, selected })}>
            {onToggle && (
              <input
                type="checkbox"
                aria-label={`Select ${row.user_id} on ${row.offer}`}
                checked={selected.has(row.id)}
                onChange={() => onToggle(row.id)}
              />
            )}
            <button
              type="button"
              className="queue-case"
              aria-current={row.id === openId}
              onClick={() => onOpen(row.id)}
            >
              <span className="queue-who">
                <b>
                  <bdi>{row.user_id}</bdi>
                </b>{' '}
                <bdi>{row.offer}</bdi>
              </span>
              <b className="queue-money">
                <Money amount={row.payout} currency="USD" />
              </b>
              <span className="queue-why">
                {row.score === null ? (
                  <span className="score none">{reasonWord(row.reason)}</span>
                ) : (
                  <span className={`score ${scoreTone(row.score)}`}>{Math.round(row.score)}</span>
                )}{' '}
                {firstReason(row)}
              </span>
              <span className="queue-age">
                {showsStake && (
                  <span title="The payout times the probability of fraud, which is 3 % without any sign">
                    <Money amount={row.stake} currency="USD" /> at stake ·{' '}
                  </span>
                )}
                {formatSpan(nowSec - row.created_at)}
              </span>
            </button>
          </li>
        ))}
      </ul>
      {more && (
        <div className="queue-more">
          <Button size="xs" onClick={() => more.load()} loading={more.isLoading}>
            Load more
          </Button>
          <span className="xs muted">{more.left}</span>
        </div>
      )}
    </>
  )
}

function classOf(id: string, { openId, selected }: Pick<ReviewQueueProps, 'openId' | 'selected'>): string {
  return [id === openId ? 'is-open' : '', selected.has(id) ? 'is-selected' : ''].join(' ')
}
