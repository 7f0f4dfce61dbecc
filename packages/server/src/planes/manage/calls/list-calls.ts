import { secondsOf } from '@quoin/core/time/seconds-of.ts'
import * as operations from '@quoin/contract/manage/calls/call-operations.ts'
import { operations as publisherOperations } from '@quoin/contract/operations.ts'
import { getOwnApp } from '../../../features/apps/own-app.ts'
import { listAnswer, sliceOf } from '../../../http/staff/list-answer.ts'
import { memberRoute } from '../../../http/staff/member-route.ts'
import type { KeptCall } from '../../../store/calls/calls.ts'

const byId = new Map(publisherOperations.map((one) => [one.id, one]))

export const listMyCalls = memberRoute(
  operations.listMyCalls,
  async ({ ports, path: { appId }, query, member: { publisherId } }) => {
    await getOwnApp(ports, { publisherId, appId })
    const { mode = 'live', operation, outcome } = query
    const isOk = outcome === undefined ? undefined : outcome === 'succeeded'
    const slice = sliceOf(query, '-time')
    const filter = { appId, isTest: mode === 'test', operation, isOk }
    return listAnswer(await ports.store.calls.listCalls(ports.db, filter, slice), slice, present)
  },
)

function present({ operation, atMs, isSession, ...call }: KeptCall) {
  const known = byId.get(operation)
  return {
    request_id: call.requestId,
    at: secondsOf(atMs),
    operation,
    // An operation of an earlier version is in the log for some days.
    method: known?.method ?? '',
    path: known?.path ?? '',
    by: isSession ? 'session' : 'server',
    status: call.status,
    error_code: call.errorCode,
    problems: call.problems,
    latency_ms: Math.round(call.latencyMs * 100) / 100,
    others: call.others,
  } as const
}
