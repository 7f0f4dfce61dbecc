import type { App } from '@quoin/core/apps/app.ts'
import { type AnswerVerdict, judgeAnswer } from '@quoin/core/callbacks/judge-answer.ts'
import { type CallbackFacts, eventTypeOf } from '@quoin/core/callbacks/facts.ts'
import type { StoredEndpoint } from '@quoin/core/callbacks/stored-endpoint.ts'
import type { ConversionStatus } from '@quoin/core/conversions/status.ts'
import { assert, invalidRequest, notFound } from '@quoin/core/errors.ts'
import { convertToLocal } from '@quoin/core/payout/convert.ts'
import type { Ports } from '../../ports/ports.ts'
import { shownOf } from './attempt-callback.ts'
import { type BuiltCallback, buildCallbackRequest, buildOfferCallback } from './requests/build-request.ts'
import { getLivingEndpoint } from './endpoints/change-endpoint.ts'

const testCases = ['approved', 'goal', 'pending', 'rejected', 'reversed', 'reversal', 'duplicate'] as const
/** The cases by which a receiver can be tried. */
export type TestCase = (typeof testCases)[number]
export const callbackTestCases: readonly TestCase[] = testCases
/** With the one that is about no conversion. */
export type TriedCase = TestCase | 'offers'
export const callbackTriedCases: readonly TriedCase[] = [...testCases, 'offers']

interface CaseRow {
  /** The steps of the conversion that are told, in their order. */
  readonly steps: readonly ConversionStatus[]
  readonly goal?: { readonly goal: string; readonly goalName: string }
  /** The last one once more, under the same id: a receiver must not credit it twice. */
  readonly isRepeated?: boolean
}

const cases: Readonly<Record<TestCase, CaseRow>> = {
  approved: { steps: ['approved'] },
  goal: { steps: ['approved'], goal: { goal: 'level-10', goalName: 'Reach level 10' } },
  pending: { steps: ['pending'] },
  rejected: { steps: ['rejected'] },
  reversed: { steps: ['approved', 'reversed'] },
  reversal: { steps: ['approved', 'reversed'] },
  duplicate: { steps: ['approved'], isRepeated: true },
}

export interface TestRequest<Case = TestCase> {
  readonly endpointId: number
  readonly testCase: Case
  /** Whom the receiver is to believe it is about. */
  readonly userId: string
  readonly payoutMicros: number
}

/** One request of a test as it was sent, without its signature, and what came back. */
export interface TestedCallback {
  /** The step of the conversion, or what became of offers. */
  readonly status: ConversionStatus | 'changed'
  readonly request: {
    method: string
    url: string
    headers: Readonly<Record<string, string>>
    body: string | null
  }
  readonly httpStatus: number | null
  readonly failure: string | null
  readonly bodyExcerpt: string | null
  readonly latencyMs: number
  readonly verdict: AnswerVerdict['kind']
  readonly reason: string
  /** The reason for a person to look; null for most. */
  readonly lookAt: string | null
}

type Needs = Pick<Ports, 'db' | 'store' | 'clock' | 'keyring' | 'outgoing' | 'newId'>

/**
 * Tells an endpoint of a made-up conversion, marked as a test, and shows every request and answer. It needs no
 * conversion and leaves no trace. Also a disabled endpoint can be tried: that is how one knows that it is
 * well again. Throws RESOURCE_NOT_FOUND, and INVALID_REQUEST where the format cannot say it.
 */
export async function testCallback(
  needs: Needs,
  { endpointId, testCase, userId, payoutMicros }: TestRequest<TriedCase>,
): Promise<readonly TestedCallback[]> {
  const endpoint = await getLivingEndpoint(needs, endpointId)
  if (testCase === 'offers') return [await tellOffers(needs, endpoint)]
  const told: TestedCallback[] = []
  for (const facts of await makeUp(needs, { endpoint, testCase, userId, payoutMicros })) {
    told.push(await tell(needs, endpoint, facts))
  }
  return told
}

type Sample = Omit<TestRequest, 'endpointId'> & {
  readonly endpoint: Pick<StoredEndpoint, 'appId'>
}

/** The parts of a test's report, in its order. */
export async function makeUp(
  { db, store, clock, newId }: Pick<Needs, 'db' | 'store' | 'clock' | 'newId'>,
  { endpoint, testCase, userId, payoutMicros }: Sample,
): Promise<readonly CallbackFacts[]> {
  const app = await store.apps.findAppById(db, endpoint.appId)
  if (app === undefined) throw notFound(`There is no app ${endpoint.appId}.`)
  const { steps, goal = noGoal, isRepeated = false } = cases[testCase]
  const made = { ...sampleOf(app, payoutMicros), ...goal, userId, conversionId: newId(), clickId: newId() }
  const facts = steps.map((_status, place) =>
    stepOf(made, { place, steps, callbackId: newId(), nowMs: clock.nowMs() }),
  )
  return isRepeated ? [...facts, ...facts.slice(-1)] : facts
}

async function tell(
  needs: Pick<Needs, 'clock' | 'keyring' | 'outgoing'>,
  endpoint: StoredEndpoint,
  facts: CallbackFacts,
): Promise<TestedCallback> {
  const { clock } = needs
  const built = buildCallbackRequest(needs, { facts, endpoint, sentAtMs: clock.nowMs() })
  const lookAt = facts.status === 'reversed' ? balanceSentence(facts) : null
  return await sendBuilt(needs, endpoint, { built, status: facts.status, lookAt })
}

/** Offers that are not there: a receiver that asks for their changes finds none. */
const sampleChanges = [
  { offerId: 1_000_000_001, sequence: 1 },
  { offerId: 1_000_000_002, sequence: 2 },
] as const

async function tellOffers(needs: Needs, endpoint: StoredEndpoint): Promise<TestedCallback> {
  const nowMs = needs.clock.nowMs()
  const sample = { callbackId: needs.newId(), happenedAtMs: nowMs, changes: sampleChanges }
  const news = { ...sample, eventType: 'offer.changed' } as const
  const built = buildOfferCallback(needs, { news, endpoint, sentAtMs: nowMs })
  return await sendBuilt(needs, endpoint, { built, status: 'changed', lookAt: null })
}

async function sendBuilt(
  { clock, outgoing }: Pick<Needs, 'clock' | 'outgoing'>,
  endpoint: StoredEndpoint,
  { built, status, lookAt }: { readonly built: BuiltCallback } & Pick<TestedCallback, 'status' | 'lookAt'>,
): Promise<TestedCallback> {
  if (built.kind === 'unsendable') throw invalidRequest(built.reason)
  const result = await outgoing.send(built.request)
  const { kind, reason } = judgeAnswer(endpoint.success, result, clock.nowMs())
  const { method, url, headers, body, ...answer } = shownOf({ request: built.request, result }, endpoint)
  const request = { method, url, headers, body }
  return { status, request, ...answer, verdict: kind, reason, lookAt }
}

function balanceSentence({ userId }: CallbackFacts): string {
  return (
    `Look at the balance of ${userId} at the receiver: it must be what it was before the test. If it has grown, ` +
    'the receiver adds what it should take back: set the endpoint to other amounts or another style of reversals.'
  )
}

type StepFact =
  | 'callbackId'
  | 'eventType'
  | 'version'
  | 'status'
  | 'previousStatus'
  | 'timesReversed'
  | 'previousPayoutMicros'
  | 'previousPayoutLocalMicros'
  | 'clickedAtMs'
  | 'happenedAtMs'

type MadeUp = Omit<CallbackFacts, StepFact>

const noGoal = { goal: '', goalName: null }

function sampleOf(app: App, payoutMicros: number): Omit<MadeUp, 'userId' | 'conversionId' | 'clickId'> {
  return {
    appId: app.id,
    reason: null,
    subId: 'test-sub-id',
    offerId: 0,
    offerExternalId: 'test-offer',
    offerName: 'Test offer',
    ...noGoal,
    txnId: 'test-transaction',
    payoutMicros,
    payoutLocalMicros: convertToLocal({ payoutMicros, ...app.currency }),
    currency: app.currency.name,
    decimals: app.currency.decimals,
    country: 'US',
    // An address of the block that is kept for documentation (RFC 5737).
    userIp: '203.0.113.7',
    isTest: true,
  }
}

interface Step {
  readonly place: number
  readonly steps: readonly ConversionStatus[]
  readonly callbackId: string
  readonly nowMs: number
}

const sinceClickMs = 60_000

function stepOf(made: MadeUp, { place, steps, callbackId, nowMs }: Step): CallbackFacts {
  const status = steps[place]
  assert(status, 'a step of a test has a status')
  const previousStatus = steps[place - 1] ?? null
  const isFirst = previousStatus === null
  return {
    ...made,
    callbackId,
    eventType: eventTypeOf(previousStatus, status),
    version: place + 1,
    status,
    previousStatus,
    timesReversed: 0,
    previousPayoutMicros: isFirst ? null : made.payoutMicros,
    previousPayoutLocalMicros: isFirst ? null : made.payoutLocalMicros,
    clickedAtMs: nowMs - sinceClickMs,
    happenedAtMs: nowMs,
  }
}
