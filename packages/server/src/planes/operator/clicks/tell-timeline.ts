import { secondsOf } from '@quoin/core/time/seconds-of.ts'
import { tellTimeline as operation } from '@quoin/contract/operator/users/click-operations.ts'
import { buildTimeline, type Timeline } from '../../../features/timeline/build-timeline.ts'
import { staffRoute } from '../../../http/staff/staff-route.ts'
import { presentFacts } from './present-facts.ts'

export const tellTimeline = staffRoute(operation, async ({ ports, path }) => {
  const timeline = await buildTimeline(ports, path.clickId)
  return { data: presentTimeline(timeline), message: `${timeline.entries.length} entries.` }
})

function presentTimeline({ clickId, notes, entries }: Timeline) {
  return {
    click_id: clickId,
    notes,
    entries: entries.map(({ atMs, kind, text, facts }) => ({
      at: secondsOf(atMs),
      kind,
      text,
      facts: presentFacts(facts),
    })),
  }
}
