import * as operations from '@quoin/contract/manage/start/start-operations.ts'
import { invalidRequest } from '@quoin/core/errors.ts'
import { secondsOf } from '@quoin/core/time/seconds-of.ts'
import { getOwnApp } from '../../../features/apps/own-app.ts'
import { findKey } from '../../../features/credentials/find-key.ts'
import { openSession } from '../../../features/credentials/open-session.ts'
import { findSteps } from '../../../features/start/find-steps.ts'
import { memberRoute } from '../../../http/staff/member-route.ts'

const getMyStart = memberRoute(operations.getMyStart, async ({ ports, path: { appId }, member }) => {
  await getOwnApp(ports, { publisherId: member.publisherId, appId })
  const [steps, testKey, liveKey] = await Promise.all([
    findSteps(ports, appId),
    findKey(ports, appId, 'test'),
    findKey(ports, appId, 'live'),
  ])
  return {
    data: {
      api_url: ports.settings.baseUrl,
      test_key: testKey ?? null,
      live_key: liveKey ?? null,
      steps: steps.map(({ step, doneAtMs }) => ({ step, done_at: secondsOf(doneAtMs) })),
    },
    message: `${steps.filter(({ doneAtMs }) => doneAtMs !== null).length} of ${steps.length} steps are done.`,
  }
})

const openMySession = memberRoute(
  operations.openMySession,
  async ({ ports, path: { appId }, body: { mode, userId }, member }) => {
    await getOwnApp(ports, { publisherId: member.publisherId, appId })
    const apiKey = await findKey(ports, appId, mode)
    if (apiKey === undefined) throw invalidRequest(`The app has no ${mode} key that works. Make a new one.`)
    const { token, expiresAtSec } = openSession(ports, { apiKey, userId })
    return { status: 201, data: { token, expires_at: expiresAtSec }, message: 'The session is open.' }
  },
)

export const startRoutes = [getMyStart, openMySession]
