import type { Click } from '@quoin/core/tracking/click.ts'
import { invalidRequest } from '@quoin/core/errors.ts'
import { idTimeMs } from '@quoin/core/tracking/click-id.ts'
import type { LoggedRequest } from '../../../store/postbacks/postback-requests.ts'
import { attemptCallback } from '../../callbacks/attempt-callback.ts'
import { leaseCallbacks } from '../../callbacks/lease-callbacks.ts'
import { recordAttempts } from '../../callbacks/record-attempts.ts'
import { recordClaims } from '../../conversions/record-claims.ts'
import { assessDevices } from '../../devices/assess/assess-devices.ts'
import { applyPostbacks } from '../../postbacks/apply-postbacks.ts'
import { reasonOfProblems, sentenceOf } from '../../postbacks/postback-refusal.ts'
import { recordClicks } from '../../tracking/record-clicks.ts'
import type { PostbackOutcome, PostbackReport } from '../../../ports/writes.ts'
import type { ClaimMade, DemoReport, DemoSighting, DemoVisit } from '../script/events.ts'
import { followListedLink } from './follow-listed-link.ts'
import type { Cast } from './read-cast.ts'
import type { ShiftedPorts } from './shifted-ports.ts'

const eurPerUsd = 0.925

/** Follows links as visitors did, and writes the clicks with the ids of the script. */
export async function playVisits(
  ports: ShiftedPorts,
  cast: Cast,
  visits: readonly DemoVisit[],
): Promise<void> {
  const ids: string[] = []
  for (const visit of visits) {
    const app = cast.apps.get(visit.app.name)
    if (app === undefined) continue
    ports.moveTo(visit.atMs)
    ids.push(visit.clickId)
    const { offer, visitor, subId, userAgent } = visit
    await followListedLink(
      ports,
      { offerId: offer.offerId, apiKey: app.apiKey, userId: visitor.userId, subId },
      { address: visitor.address, userAgent },
    )
  }
  const clicks = ports.takeClicks().map((click, place): Click => ({ ...click, id: ids[place] ?? click.id }))
  if (clicks.length > 0) await recordClicks(ports, clicks)
}

/** Applies what networks reported, at the moment of the last of them, and logs what was refused. */
export async function playReports(
  ports: ShiftedPorts,
  cast: Cast,
  reports: readonly DemoReport[],
): Promise<void> {
  const known = await ports.store.demoCast.listKnownRequests(
    ports.db,
    reports.map(({ requestId }) => requestId),
  )
  const given = reports
    .filter(({ requestId }) => !known.has(requestId))
    .map((report) => readReport(cast, report))
  if (given.length === 0) return
  ports.moveTo(reports.at(-1)?.atMs ?? 0)
  const outcomes = await applyPostbacks(ports, given)
  const refused = given.flatMap((report, place) => refusalOf(report, outcomes[place]) ?? [])
  if (refused.length > 0) await ports.store.postbackRequests.insertRequests(ports.db, refused)
}

function readReport(cast: Cast, report: DemoReport): PostbackReport {
  const { network, clickId, word, goal, txnId, revenueMicros } = report
  const cents = revenueMicros * (network.currency === 'EUR' ? eurPerUsd : 1)
  const reportedMicros = network.currency === 'EUR' ? Math.round(cents / 10_000) * 10_000 : revenueMicros
  const payout = String(reportedMicros / 1_000_000)
  return {
    id: report.requestId,
    clickId,
    word,
    goal,
    txnId,
    reportedMicros,
    currency: network.currency,
    networkId: cast.networks.get(network.slug)?.id ?? null,
    isDryRun: false,
    receivedAtMs: report.atMs,
    method: 'GET',
    address: network.address,
    parameters: {
      click_id: clickId,
      payout,
      status: word,
      txn_id: txnId,
      ...(goal === '' ? {} : { goal }),
      ...(network.currency === 'USD' ? {} : { currency: network.currency }),
    },
  }
}

/** The line of the log, as the postback plane writes it. */
function refusalOf(report: PostbackReport, outcome: PostbackOutcome | undefined): LoggedRequest | undefined {
  if (outcome === undefined || outcome.kind === 'applied' || outcome.kind === 'duplicate') return undefined
  const { id, receivedAtMs, method, address, parameters, clickId } = report
  const line = { id, receivedAtMs, method, address, parameters, clickId, conversionId: null }
  if (outcome.kind !== 'refused') {
    const message = 'The click id is unknown.'
    const unmatched = {
      outcome: 'unmatched',
      httpStatus: 404,
      reason: 'unknown_click',
      refused: null,
    } as const
    return { ...line, ...unmatched, networkId: report.networkId, report, message }
  }
  const { networkId, message, problems } = outcome
  return {
    ...line,
    networkId,
    outcome: 'refused',
    httpStatus: 400,
    report: null,
    refused: report,
    reason: reasonOfProblems(problems),
    message: sentenceOf(invalidRequest(message, problems)),
  }
}

export async function playClaims(
  ports: ShiftedPorts,
  cast: Cast,
  claims: readonly ClaimMade[],
): Promise<void> {
  const given = claims.flatMap(({ app, userId, offer, clickId, transactionId, atMs }) => {
    const appId = cast.apps.get(app.name)?.appId ?? 0
    const known = ports.snapshots.apps().findApp(appId)
    if (known === undefined) return []
    ports.moveTo(atMs)
    const { offerId } = offer
    const goal = offer.goals[0]?.goal ?? ''
    const names = { clickId, transactionId, idempotencyKey: null, amountMicros: null }
    return [{ appId, userId, offerId, goal, isTest: false, currency: known.currency, ...names }]
  })
  if (given.length > 0) await recordClaims(ports, given)
}

export async function playSightings(
  ports: ShiftedPorts,
  cast: Cast,
  sightings: readonly DemoSighting[],
): Promise<void> {
  const given = sightings.flatMap(({ app, visitor, hash, data, atMs }) => {
    const known = ports.snapshots.apps().findApp(cast.apps.get(app.name)?.appId ?? 0)
    if (known === undefined) return []
    ports.moveTo(atMs)
    const seen = { seenAtMs: atMs, requestId: `req_${ports.newId()}` }
    const user = {
      userId: visitor.userId,
      endUserAddress: visitor.address,
      endUserAgent: visitor.browser.userAgent,
    }
    return [{ app: known, isTest: false, fingerprintHash: hash, data, ...user, ...seen }]
  })
  if (given.length > 0) await assessDevices(ports, given)
}

const callbacksAtOnce = 200

/** Sends what is due by now: a first attempt within the second of its step, a later one when it is due. */
export async function playCallbacks(
  ports: ShiftedPorts,
  endpointIds: readonly number[],
  toMs: number,
): Promise<void> {
  ports.moveTo(toMs)
  const allowances = endpointIds.map((endpointId) => ({ endpointId, allowance: callbacksAtOnce }))
  const { jobs } = await leaseCallbacks(ports, allowances)
  const attempted = []
  for (const job of jobs) {
    const atMs = job.attempt === 1 ? Math.min(toMs, idTimeMs(job.id) + 400) : toMs
    attempted.push(await attemptCallback({ ...ports, clock: { ...ports.clock, nowMs: () => atMs } }, job))
  }
  if (attempted.length > 0) await recordAttempts(ports, attempted)
}
