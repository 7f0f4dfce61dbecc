import * as operations from '@quoin/contract/manage/console/console-operations.ts'
import { getOwnApp } from '../../../features/apps/own-app.ts'
import { callAsApp } from '../../../features/console/call-as-app.ts'
import { memberRoute } from '../../../http/staff/member-route.ts'

const shownMax = 65_536
const shownHeaders = /^(content-type|retry-after|x-ratelimit-.*|x-request-id)$/

export const callApiAsApp = memberRoute(
  operations.callApiAsApp,
  async ({ ports, path: { appId }, body: { mode, ...request }, client, member: { publisherId, actor } }) => {
    await getOwnApp(ports, { publisherId, appId })
    const answer = await callAsApp(
      { ...ports, actor },
      { appId, mode, request: { ...request, address: client.address } },
    )
    return {
      data: {
        status: answer.status,
        latency_ms: Math.round(answer.latencyMs * 100) / 100,
        headers: Object.fromEntries(
          Object.entries(answer.headers).filter(([name]) => shownHeaders.test(name)),
        ),
        body: answer.body.slice(0, shownMax),
        is_cut: answer.body.length > shownMax,
      },
      message: `The API answered ${answer.status}.`,
    }
  },
)
