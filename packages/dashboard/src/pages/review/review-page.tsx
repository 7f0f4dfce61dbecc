import { ActionIcon, Select } from '@mantine/core'
import { useCallback, useState } from 'react'
import { useMayAct } from '../../frame/use-session.ts'
import { useSearchState } from '../../frame/use-search-state.ts'
import { usePages } from '../../api/use-pages.ts'
import { formatMoney } from '../../format/format-money.ts'
import { EmptyState } from '../../parts/feedback/empty-state.tsx'
import { Failure } from '../../parts/feedback/failure.tsx'
import { PageHeader } from '../../parts/layout/page-header.tsx'
import { Icon } from '../../parts/value/icon.tsx'
import { BulkBar } from './bulk-bar.tsx'
import { ReviewCase } from './review-case.tsx'
import { ReviewQueue } from './review-queue.tsx'
import { reasonChoices } from './review-words.ts'
import { useHeldDecisions } from './use-held-decisions.ts'
import { usePageKeys } from '../../frame/use-page-keys.ts'
import './review.css'

const problemsMax = 5

/** Conversions that wait for a decision: the queue, and the case that is open. */
export function ReviewPage() {
  const [search, change] = useSearchState({ reason: '', user: '', sort: '-weight', open: '' })
  const { reason, user, sort, open } = search
  const query = { sort, ...(reason && { reason }), ...(user && { user }) }
  const list = usePages('listReviews', { query }, { everyMs: 60_000 })
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  // They stay when what they are about has left the queue, until they are read.
  const [problems, setProblems] = useState<readonly string[]>([])
  const addProblem = (problem: string) => setProblems((before) => [...before, problem].slice(-problemsMax))
  const mayDecide = useMayAct('reviewer')
  const openRow = useCallback(
    (id: string | undefined, isStep = false) => change({ open: id ?? '' }, { isStep }),
    [change],
  )
  const held = useHeldDecisions(addProblem, openRow)
  // A case that was decided leaves the queue before the server knows.
  const rows = list.rows?.filter(({ id }) => !held.ids.has(id)) ?? []
  const openId = open || rows[0]?.id
  const toggle = (id: string) =>
    setSelected((before) => {
      const next = new Set(before)
      if (!next.delete(id)) next.add(id)
      return next
    })
  const goTo = (step: number) => {
    const at = rows.findIndex(({ id }) => id === openId)
    const next = rows[Math.min(rows.length - 1, Math.max(0, at + step))]
    if (next) openRow(next.id)
    if (next && at + step >= rows.length - 3) list.more?.load()
  }
  usePageKeys({
    j: () => goTo(1),
    k: () => goTo(-1),
    z: () => void held.takeBack(),
    ...(openId && { x: () => toggle(openId) }),
  })
  const chosen = rows.filter(({ id }) => selected.has(id))
  const decided = (ids: readonly string[]) => {
    const at = rows.findIndex(({ id }) => id === openId)
    const next = rows.slice(at + 1).find(({ id }) => !ids.includes(id))
    setSelected((before) => new Set([...before].filter((id) => !ids.includes(id))))
    if (openId && ids.includes(openId)) openRow(next?.id)
  }
  return (
    <div className={`review ${open ? 'has-open' : ''}`}>
      <PageHeader
        title="Review"
        beside={
          list.total !== undefined && (
            <span className="sm muted">
              <b>{list.total}</b> wait
              {list.meta && (
                <>
                  {' '}
                  · {list.meta.total_is_exact ? '' : 'the highest '}
                  <b>{formatMoney(list.meta.payout, { currency: 'USD' })}</b>, of which{' '}
                  <b>{formatMoney(list.meta.stake, { currency: 'USD' })}</b> at stake
                </>
              )}
            </span>
          )
        }
        actions={
          <>
            <Select
              aria-label="Why they wait"
              data={reasonChoices}
              value={reason}
              onChange={(next) => change({ reason: next ?? '', open: '' })}
              allowDeselect={false}
              className="review-select"
            />
            <Select
              aria-label="Order"
              data={[
                { value: '-weight', label: 'Most at stake first' },
                { value: 'time', label: 'Oldest first' },
                { value: '-time', label: 'Newest first' },
              ]}
              value={sort}
              onChange={(next) => change({ sort: next ?? '-weight', open: '' })}
              allowDeselect={false}
              className="review-select"
            />
          </>
        }
      />
      {list.error !== null && list.rows === undefined && (
        <Failure what="The queue could not be loaded" error={list.error} onRetry={list.onRetry} />
      )}
      {problems.length > 0 && (
        <div className="review-problem sm row" role="alert">
          <ul className="grow">
            {problems.map((problem) => (
              <li key={problem}>{problem}</li>
            ))}
          </ul>
          <ActionIcon aria-label="Close this message" onClick={() => setProblems([])}>
            <Icon name="cross" />
          </ActionIcon>
        </div>
      )}
      {list.rows !== undefined && rows.length === 0 && !open ? (
        <section className="card">
          <EmptyState icon="shield" title={reason ? 'Nothing waits for this' : 'Nothing waits for you'}>
            Conversions come here when they look like fraud, would lose money, or when only a publisher speaks
            for them.
          </EmptyState>
        </section>
      ) : (
        <div className="review-columns">
          {(list.rows !== undefined || list.error === null) && (
            <section className="card review-queue" aria-label="Queue">
              <ReviewQueue
                rows={list.rows && rows}
                openId={openId}
                showsStake={sort === '-weight'}
                selected={selected}
                onOpen={(id) => openRow(id, true)}
                {...(mayDecide && { onToggle: toggle })}
                more={list.more}
              />
              {chosen.length > 0 && (
                <BulkBar rows={chosen} onDone={decided} onClear={() => setSelected(new Set())} />
              )}
            </section>
          )}
          {openId && (
            <ReviewCase
              key={openId}
              conversionId={openId}
              mayDecide={mayDecide}
              onDecided={(decision) => {
                held.hold(decision)
                decided([openId])
              }}
              onBack={() => openRow(undefined)}
            />
          )}
        </div>
      )}
    </div>
  )
}
