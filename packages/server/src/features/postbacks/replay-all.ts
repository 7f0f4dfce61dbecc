import type { RunJob } from '../jobs/run-job.ts'
import { replayPostbacks } from './replay-postbacks.ts'

const atATime = 100
const saysShown = 20

/**
 * Applies all refused postbacks of a network again, page by page. A report that is applied already is a duplicate then.
 */
export const replayAll: RunJob = async (ports, { actor, about }, report) => {
  const question = {
    actor,
    ids: [],
    networkSlug: String(about['slug']),
    limit: atATime,
    sinceMs: Number(about['from']) * 1000,
  }
  const counts = { applied: 0, duplicate: 0, kept: 0, none: 0 }
  const says = new Map<string, number>()
  let done = 0
  for (let after: string | null = null; ; ) {
    const page = await replayPostbacks(ports, { ...question, after })
    for (const one of page.replayed) {
      counts[one.outcome] += 1
      if (one.outcome === 'kept') says.set(one.says, (says.get(one.says) ?? 0) + 1)
    }
    done += page.replayed.length
    report({ done, total: null })
    if (page.next === null) break
    after = page.next
  }
  const still = [...says].toSorted(([, a], [, b]) => b - a).slice(0, saysShown)
  return { done, result: { ...counts, still_refused: still.map(([why, count]) => ({ why, count })) } }
}
