import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { callOperation } from '../../api/client.ts'
import type { Input } from '../../api/operation-types.ts'
import { useChange } from '../../api/use-change.ts'
import { explain } from '../../parts/feedback/failure.tsx'
import { shownMs, toast } from '../../parts/feedback/toaster.tsx'

/** A decision about one case, as it will be sent. */
export interface HeldDecision {
  readonly id: string
  readonly userId: string
  /** "Confirming ada ($9.00)." */
  readonly text: string
  readonly body: NonNullable<Input<'decideReviews'>['body']>
}

export interface HeldDecisions {
  /** Cases whose decision is on its way: they have left the queue before the server knows. */
  readonly ids: ReadonlySet<string>
  hold(decision: HeldDecision): void
  /** Takes back the latest; undefined where nothing is held. */
  takeBack(): string | undefined
}

/**
 * A decision tells publishers and books money, which nothing takes back. It is sent a moment after it was made, and until
 * then it can be undone. Leaving the page sends it.
 */
export function useHeldDecisions(
  onProblem: (problem: string) => void,
  onTakenBack: (id: string) => void,
): HeldDecisions {
  const [held, setHeld] = useState<readonly HeldDecision[]>([])
  const timers = useRef(new Map<string, Waiting>())
  const decide = useChange('decideReviews')
  const release = (id: string) => setHeld((before) => before.filter((one) => one.id !== id))
  const send = async ({ id, userId, body }: HeldDecision) => {
    timers.current.delete(id)
    try {
      const [outcome] = (await decide.mutateAsync({ body })).data
      if (outcome?.outcome !== 'done') onProblem(`${userId}: ${outcome?.problem ?? 'it was not decided.'}`)
    } catch (error) {
      onProblem(`${userId} was not decided. ${explain(error)}`)
    } finally {
      release(id)
    }
  }
  const undo = (id: string): string | undefined => {
    const known = timers.current.get(id)
    if (known === undefined) return undefined
    window.clearTimeout(known.timer)
    timers.current.delete(id)
    release(id)
    onTakenBack(id)
    return id
  }
  useSendingOnLeave(timers, useQueryClient())
  return {
    ids: new Set(held.map(({ id }) => id)),
    hold(decision) {
      const { id, text } = decision
      const timer = window.setTimeout(() => void send(decision), shownMs)
      setHeld((before) => [...before, decision])
      const close = toast(text, { undo: () => undo(id) })
      timers.current.set(id, { decision, timer, close })
    },
    takeBack() {
      const latest = [...timers.current.keys()].at(-1)
      return latest === undefined ? undefined : undo(latest)
    },
  }
}

interface Waiting {
  readonly decision: HeldDecision
  readonly timer: number
  /** Closes its message: an Undo that can undo nothing more must not stay. */
  readonly close: () => void
}

interface Timers {
  readonly current: Map<string, Waiting>
}

/** Decisions that are held are sent at once when the page is left, by a link or by closing it. */
function useSendingOnLeave(timers: Timers, client: QueryClient): void {
  useEffect(() => {
    const own = timers.current
    const sendAll = () => {
      for (const { decision, timer, close } of own.values()) {
        window.clearTimeout(timer)
        close()
        // Nobody is there any more to be told: a case that was not decided is still in the queue.
        callOperation('decideReviews', { body: decision.body }, { outlivesPage: true })
          .then(() => client.invalidateQueries())
          .catch(() => undefined)
      }
      own.clear()
    }
    window.addEventListener('pagehide', sendAll)
    return () => {
      window.removeEventListener('pagehide', sendAll)
      sendAll()
    }
  }, [timers, client])
}
