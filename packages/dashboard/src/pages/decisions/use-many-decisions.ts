import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { callOperation } from '../../api/client.ts'
import { explain } from '../../parts/feedback/failure.tsx'
import type { Decided, LookedAt } from './decision-panel.tsx'
import { chunkMax } from './use-previews.ts'

/** Sentences of what was not decided, each with how many it was. */
type Problems = ReadonlyMap<string, number>

interface ManyDecisions {
  /** "Decided 200 of 700." while they are sent. */
  readonly progress: string | undefined
  readonly problems: Problems
  /** Sends them in calls of a hundred; resolves to the ids that were decided. */
  run(decided: Decided, conversions: readonly LookedAt[]): Promise<readonly string[]>
}

/** Many decisions, each by itself: one that was not made says why, and keeps no other waiting. */
export function useManyDecisions(): ManyDecisions {
  const client = useQueryClient()
  const [progress, setProgress] = useState<string>()
  const [problems, setProblems] = useState<Problems>(new Map())
  return {
    progress,
    problems,
    async run(decided, conversions) {
      const done: string[] = []
      const found = new Map<string, number>()
      const note = (problem: string, count: number) => found.set(problem, (found.get(problem) ?? 0) + count)
      setProblems(new Map())
      for (let at = 0; at < conversions.length; at += chunkMax) {
        setProgress(`Decided ${at} of ${conversions.length}.`)
        const chunk = conversions.slice(at, at + chunkMax).map(({ id, version }) => ({ id, version }))
        try {
          const { data } = await callOperation('decideReviews', { body: { ...decided, conversions: chunk } })
          for (const { id, outcome, problem } of data) {
            if (outcome === 'done') done.push(id)
            else note(problem ?? 'It was not decided.', 1)
          }
        } catch (error) {
          note(
            `${explain(error)} Some of them may be decided. Look at the list before you try again.`,
            conversions.length - at,
          )
          break
        }
      }
      setProgress(undefined)
      setProblems(found)
      // The figures follow by themselves: nobody waits for them.
      void client.invalidateQueries()
      return done
    },
  }
}
