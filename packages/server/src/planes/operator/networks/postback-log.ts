import {
  listPostbacks as listOperation,
  readSampleCalls as sampleOperation,
  replayNetwork as replayNetworkOperation,
  replayPostbacks as replayOperation,
} from '@quoin/contract/operator/networks/postback-log-operations.ts'
import { formatMicros } from '@quoin/core/payout/money.ts'
import { secondsOf } from '@quoin/core/time/seconds-of.ts'
import { startJob } from '../../../features/jobs/start-job.ts'
import { readSamples, type SampleReading } from '../../../features/networks/wizard/read-samples.ts'
import { replayPostbacks as replay } from '../../../features/postbacks/replay-postbacks.ts'
import { staffRoute } from '../../../http/staff/staff-route.ts'
import { listAnswer, sliceOf } from '../../../http/staff/list-answer.ts'
import { networkOf } from './list-networks.ts'

export const listPostbacks = staffRoute(listOperation, async ({ ports, path, query }) => {
  const { id: networkId } = networkOf(ports, path.networkId)
  const slice = sliceOf(query, '-time')
  const { outcome = null, from, to, clickId = null } = query
  const span = { fromMs: from === undefined ? null : from * 1000, toMs: to === undefined ? null : to * 1000 }
  const filter = { networkId, outcome, clickId, ...span }
  const page = await ports.store.postbackList.listPostbackPage(ports.db, filter, slice)
  return listAnswer(page, slice, (row) => ({
    id: row.id,
    at: secondsOf(row.receivedAtMs),
    method: row.method,
    address: row.address,
    parameters: row.parameters,
    click_id: row.clickId,
    conversion_id: row.conversionId,
    outcome: row.outcome,
    http_status: row.httpStatus,
    reason: row.reason,
    message: row.message,
    may_replay: row.mayReplay,
  }))
})

export const replayPostbacks = staffRoute(replayOperation, async ({ ports, body, staff: { actor } }) => {
  const question = {
    actor,
    ids: body.ids,
    networkSlug: null,
    sinceMs: 0,
    after: null,
    limit: body.ids.length,
  }
  const { replayed } = await replay(ports, question)
  const applied = replayed.filter(({ outcome }) => outcome === 'applied').length
  return {
    data: replayed.map(({ id, outcome, conversionId, says }) => ({
      id,
      outcome,
      conversion_id: conversionId,
      says,
    })),
    message: `${applied} of ${replayed.length} were applied.`,
  }
})

export const replayNetwork = staffRoute(
  replayNetworkOperation,
  async ({ ports, path, body, staff: { actor } }) => {
    const { id, slug, name } = networkOf(ports, path.networkId)
    const about = { network_id: String(id), network: name, slug, from: body.from }
    const jobId = await startJob(ports, ports.db, { kind: 'postbacks.replay', actor, about })
    return { status: 202, data: { job_id: jobId }, message: 'The postbacks will be applied again.' }
  },
)

export const readSampleCalls = staffRoute(sampleOperation, async ({ ports, path, body }) => {
  const network = networkOf(ports, path.networkId)
  const words = Object.fromEntries(
    Object.entries(body.words ?? {}).map(([word, meaning]) => [word.trim().toLowerCase(), meaning]),
  )
  const reading = await readSamples(ports, network, { text: body.text, names: body.names ?? {}, words })
  return { data: presentReading(reading), message: reading.trial.verdict }
})

function presentReading({
  callsCount,
  method,
  parameters,
  words,
  query,
  offerParameter,
  missing,
  trial,
}: SampleReading) {
  const { verdict, outcome, steps, money } = trial
  return {
    calls: callsCount,
    method,
    parameters: parameters.map(({ looksLike, ...one }) => ({ ...one, looks_like: looksLike })),
    words,
    query,
    offer_parameter: offerParameter,
    missing,
    trial: {
      verdict,
      outcome,
      steps: steps.map(({ amountMicros, ...step }) => ({
        ...step,
        amount: amountMicros === null ? null : formatMicros(amountMicros),
      })),
      money: money && {
        revenue: formatMicros(money.revenueMicros),
        payout: formatMicros(money.payoutMicros),
        margin: formatMicros(money.revenueMicros - money.payoutMicros),
        payout_local: formatMicros(money.payoutLocalMicros),
        currency: money.currency,
      },
    },
  }
}
