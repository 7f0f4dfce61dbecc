import { secondsOf } from '@quoin/core/time/seconds-of.ts'
import * as operations from '@quoin/contract/operator/overview/overview-operations.ts'
import { followLive as follow } from '../../../features/overview/follow-live.ts'
import { type LiveEvent, listLive as list } from '../../../features/overview/list-live.ts'
import { showOverview } from '../../../features/overview/show-overview.ts'
import { staffRoute } from '../../../http/staff/staff-route.ts'

const daysShown = 28

export const getOverview = staffRoute(operations.getOverview, async ({ ports, query }) => {
  const { days = daysShown, timezone = 'UTC', appId = null } = query
  return { data: await showOverview(ports, { days, timezone, appId }), message: `${days} days.` }
})

const waitingMax = 10_000

export const getPulse = staffRoute(operations.getPulse, async ({ ports: { db, store, clock } }) => {
  const startedMs = clock.monotonicMs()
  const { lastPostbackAtMs, callbacksWaiting } = await store.pulse.findPulse(db, waitingMax)
  const databaseMs = clock.monotonicMs() - startedMs
  const demoWrittenToMs = await store.demoMonth.findWrittenTo(db)
  const data = {
    last_postback_at: secondsOf(lastPostbackAtMs),
    database_ms: Math.round(databaseMs),
    callbacks_waiting: callbacksWaiting,
    demo_written_to: secondsOf(demoWrittenToMs),
  }
  return { data, message: 'The service answers.' }
})

const eventsShown = 40
const hourSec = 3_600

export const listLive = staffRoute(operations.listLive, async ({ ports, query }) => {
  const events = await list(ports, query.limit ?? eventsShown)
  return { data: events.map(presentEvent), message: `${events.length} events.` }
})

export const followLive = staffRoute(operations.followLive, ({ ports, query }) => ({
  subscribe(send, end) {
    const timer = setTimeout(end, (query.forSec ?? hourSec) * 1000)
    const stop = follow(ports, (events) => send({ name: 'events', data: events.map(presentEvent) }))
    return () => {
      clearTimeout(timer)
      stop()
    }
  },
}))

function presentEvent({ atMs, clickId, userId, offerId, appId, ...event }: LiveEvent) {
  return {
    ...event,
    at: secondsOf(atMs),
    click_id: clickId,
    user_id: userId,
    offer_id: offerId,
    app_id: appId,
  }
}
