import { secondsOf } from '@quoin/core/time/seconds-of.ts'
import * as operations from '@quoin/contract/operator/first-run/first-run-operations.ts'
import { findFirstLink } from '../../../features/first-run/first-link.ts'
import { readFirstRun } from '../../../features/first-run/read-first-run.ts'
import { staffRoute } from '../../../http/staff/staff-route.ts'

const getFirstRun = staffRoute(operations.getFirstRun, async ({ ports }) => {
  const { isDemo, steps, doers } = await readFirstRun(ports)
  const data = {
    is_demo: isDemo,
    steps: steps.map(({ step, happened, tried }) => ({
      step,
      happened: happened ? { at: secondsOf(happened.atMs), by: happened.by, ...toldOf(happened) } : null,
      tried: tried
        ? { at: secondsOf(tried.atMs), is_ok: tried.isOk, says: tried.says, link: tried.link }
        : null,
    })),
    doers,
  }
  const count = steps.filter(({ happened }) => happened !== undefined).length
  return { data, message: `${count} of ${steps.length} events have happened.` }
})

function toldOf({ name, says, link }: { name: string | null; says: string; link: string | null }) {
  return { name, says, link }
}

const getFirstLink = staffRoute(operations.getFirstLink, async ({ ports, query }) => {
  const { link, offerId, userId, app, offers } = await findFirstLink(ports, {
    offerId: query.offerId,
    userId: query.userId,
  })
  return {
    data: {
      link,
      offer_id: offerId === null ? null : String(offerId),
      user_id: userId,
      app,
      offers: offers.map(({ id, name }) => ({ id: String(id), name })),
    },
    message: link === null ? 'There is no live offer or app yet.' : 'The link is live.',
  }
})

const tryFirstRun = staffRoute(operations.tryFirstRun, async ({ ports, body: { step }, staff }) => {
  // Loaded when it is asked for: it reaches far, and is needed once.
  const { trySteps } = await import('../../../features/first-run/try-steps.ts')
  const tried = await trySteps(ports, { step, actor: staff.actor })
  return {
    data: tried.map(({ step: one, atMs, isOk, says, link }) => ({
      step: one,
      at: secondsOf(atMs),
      is_ok: isOk,
      says,
      link,
    })),
    message: tried.every(({ isOk }) => isOk) ? 'All of it went as it should.' : 'The last step failed.',
  }
})

export const firstRunRoutes = [getFirstRun, getFirstLink, tryFirstRun]
