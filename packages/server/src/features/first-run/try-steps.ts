import { DomainError, assert } from '@quoin/core/errors.ts'
import { type FirstRunStep, stepsUpTo } from '@quoin/core/first-run/first-run-steps.ts'
import type { Ports } from '../../ports/ports.ts'
import type { CallbackFact } from '../../store/start/first-run-facts.ts'
import { keepTestOffers, testNetworkSlug } from '../catalogue/keep-test-offers.ts'
import { testCallback } from '../callbacks/test-callback.ts'
import { findKey } from '../credentials/find-key.ts'
import { receivePostback } from '../postbacks/receive-postback.ts'
import { followLink } from '../tracking/follow-link.ts'
import { openLinkSigner } from '../tracking/sign-links.ts'
import { trialAppOf, type Trial } from './read-first-run.ts'
import { amount, booked, hostOf } from './tell-moments.ts'
import { findTrialApp, type TrialApp } from './trial-app.ts'

type Needs = Ports

export interface TriedStep extends Trial {
  readonly step: FirstRunStep
  readonly atMs: number
}

/** The things that the steps before have made. */
interface Made {
  readonly needs: Needs
  readonly actor: string
  readonly userId: string
  networkId?: number
  offer?: { readonly id: number; readonly name: string; readonly revenueMicros: number }
  app?: TrialApp
  clickId?: string
  conversionId?: string
}

/** One that failed for a reason that the operator can mend. */
class TrialFailure extends Error {
  readonly link: string | null

  constructor(message: string, link: string | null) {
    super(message)
    this.link = link
  }
}

type TryStep = (made: Made) => Promise<Omit<Trial, 'isOk'>>

/**
 * Does a step and those before it in test mode, by the code that serves live ones. It ends with the first one that
 * fails. Each is kept as the last trial of its step, and all of it is one row of the audit log besides those of what is made.
 */
export async function trySteps(
  needs: Needs,
  { step: last, actor }: { readonly step: FirstRunStep; readonly actor: string },
): Promise<readonly TriedStep[]> {
  const made: Made = { needs, actor, userId: `trial-${needs.newId()}` }
  const tried: TriedStep[] = []
  for (const step of stepsUpTo(last)) {
    const one = { step, ...(await attempt(made, step)), atMs: needs.clock.nowMs() }
    tried.push(one)
    await keep(made, one)
    if (!one.isOk) break
  }
  await noteTrial(needs, { last, actor, isOk: tried.every(({ isOk }) => isOk) })
  return tried
}

async function attempt(made: Made, step: FirstRunStep): Promise<Trial> {
  try {
    return { isOk: true, ...(await tries[step](made)) }
  } catch (error) {
    if (error instanceof TrialFailure) return { isOk: false, says: error.message, link: error.link }
    if (error instanceof DomainError && error.code !== 'SERVER_ERROR') {
      return { isOk: false, says: `${error.message} Mend it, then try again.`, link: null }
    }
    throw error
  }
}

async function keep({ needs: { db, store }, actor, app }: Made, tried: TriedStep): Promise<void> {
  const { step, atMs, ...trial } = tried
  const madeAppId = app?.isMade ? app.appId : trialAppOf(await store.firstRun.listFirstRun(db))
  const facts = { ...trial, ...(step === 'app' && madeAppId !== null ? { madeAppId } : {}) }
  await store.firstRun.writeFirstRun(db, { step, isTest: true, atMs, actor, subjectId: null, facts })
}

async function noteTrial(
  { db, store, clock }: Needs,
  { last, actor, isOk }: { readonly last: FirstRunStep; readonly actor: string; readonly isOk: boolean },
): Promise<void> {
  const entry = { actor, action: 'first_run.tried' as const, object: `first_run:${last}`, details: { isOk } }
  await db.transaction((tx) => store.audit.insertAudit(tx, { ...entry, nowMs: clock.nowMs() }))
}

/** The first of the built-in test offers. */
const offerPlace = 0

const tries: Readonly<Record<FirstRunStep, TryStep>> = {
  async network(made) {
    const { needs } = made
    await keepTestOffers(needs)
    const network = await needs.store.networks.findNetworkBySlug(needs.db, testNetworkSlug)
    assert(network, 'the test network was made just now')
    made.networkId = network.id
    const link = `/ops/networks/${network.id}`
    if (network.status !== 'active') {
      throw new TrialFailure(`${network.name} is paused. Resume it, then try again.`, link)
    }
    return {
      says: `${network.name} plays the network: it takes no money, and reports what it is told to.`,
      link,
    }
  },

  async offers(made) {
    const { needs, networkId = 0 } = made
    const stored = (await needs.store.testOffers.listTestOffers(needs.db, networkId))[offerPlace]
    assert(stored, 'the test offers were made just now')
    const offer = needs.snapshots.catalogue().findOffer(stored.id)
    const link = `/ops/offers/${stored.id}`
    if (offer === undefined) {
      throw new TrialFailure(`${stored.name} is not in the catalogue. Try again in a moment.`, link)
    }
    made.offer = { id: stored.id, name: stored.name, revenueMicros: offer.revenueMicros }
    const pays = `${amount(offer.revenueMicros)} USD, ${amount(offer.payoutMicros)} of it to the publisher`
    return { says: `${stored.name} pays ${pays}; live keys do not see it.`, link }
  },

  async app(made) {
    const { needs, actor } = made
    const { store, db } = needs
    const app = await store.firstRun.whileAlone(db, () => findTrialApp({ ...needs, actor }))
    made.app = app
    const name = needs.snapshots.apps().findApp(app.appId)?.name ?? 'The app'
    const says = app.isMade
      ? `${name} was made for trials: it is paused, so nothing live can come of it.`
      : `${name} is tried with its test key.`
    return { says, link: `/ops/apps/${app.appId}` }
  },

  async click(made) {
    const { needs, offer, app, userId } = made
    assert(offer && app, 'the steps before have been tried')
    const link = await signedLink(needs, { offerId: offer.id, appId: app.appId, userId })
    const startedMs = needs.clock.monotonicMs()
    const led = await followLink(needs, { ...link, visitor, isHead: false })
    const ms = Math.max(1, Math.round(needs.clock.monotonicMs() - startedMs))
    if (led.kind !== 'redirect' || led.clickId === undefined) {
      throw new TrialFailure(
        `The link of ${offer.name} led nowhere. Set a fallback or resume the offer.`,
        `/ops/offers/${offer.id}`,
      )
    }
    made.clickId = led.clickId
    const to = hostOf(led.location)
    return { says: `The click was recorded in ${ms} ms, and led to ${to}.`, link: `/t/${led.clickId}` }
  },

  async postback(made) {
    const { needs, networkId = 0, offer, clickId = '' } = made
    assert(offer, 'the steps before have been tried')
    const link = `/t/${clickId}`
    const parameters = { click_id: clickId, payout: amount(offer.revenueMicros), status: 'approved' }
    const applied = await receivePostback(needs, {
      networkId,
      clickId,
      word: 'approved',
      reportedMicros: offer.revenueMicros,
      currency: 'USD',
      goal: '',
      txnId: `trial-${clickId}`,
      isDryRun: false,
      method: 'GET',
      address: '',
      parameters,
    })
    const conversion =
      applied.conversionId === null
        ? undefined
        : await needs.store.conversions.findConversion(needs.db, applied.conversionId)
    if (conversion === undefined || conversion.status !== 'approved') {
      const why = applied.reason === null ? '' : ` (${applied.reason})`
      throw new TrialFailure(
        `The report was taken, and the conversion is ${applied.status}${why}. Its timeline says why.`,
        link,
      )
    }
    made.conversionId = conversion.id
    return { says: `Reported as ${booked(conversion)} All of it is test, and in no ledger.`, link }
  },

  async callback(made) {
    const { needs, app, clickId = '', conversionId = '' } = made
    assert(app, 'the steps before have been tried')
    const told = await waitForAttempt(needs, conversionId)
    const answered = told ?? (await tellAlone(made, app))
    const { httpStatus, failure, latencyMs, url, verdict, endpointId } = answered
    const host = hostOf(url)
    const page = `/ops/callbacks/${endpointId}`
    if (verdict === 'delivered') {
      return {
        says: `${host} answered ${httpStatus} in ${latencyMs} ms.`,
        link: told ? `/t/${clickId}` : page,
      }
    }
    const outcome =
      httpStatus === null ? `did not reach ${host} (${failure})` : `was answered ${httpStatus} by ${host}`
    throw new TrialFailure(`The test callback ${outcome}. Fix the receiver, then try again.`, page)
  },
}

/** A browser, as the detection of crawlers sees it, at an address of the block for documentation (RFC 5737). */
const visitor = {
  address: '203.0.113.7',
  userAgent:
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36',
  header: () => undefined,
}

interface Wanted {
  readonly offerId: number
  readonly appId: number
  readonly userId: string
}

/** As the app's offer list would have it, by its test key. */
async function signedLink(needs: Needs, { offerId, appId, userId }: Wanted) {
  const app = needs.snapshots.apps().findApp(appId)
  const apiKey = await findKey(needs, appId, 'test')
  const page = `/ops/apps/${appId}`
  if (app === undefined) throw new TrialFailure('The app is not known yet. Try again in a moment.', page)
  if (apiKey === undefined)
    throw new TrialFailure(`${app.name} has no test key. Make one, then try again.`, page)
  const link = { offerId, apiKey, userId, subId: undefined }
  return { ...link, sig: app.signedLinks === 'off' ? undefined : openLinkSigner(needs, app)(link) }
}

const looksMax = 120
const lookEveryMs = 100

/** The first attempt of the conversion's own callback; undefined where nobody is told of test conversions. */
async function waitForAttempt({ db, store }: Needs, conversionId: string): Promise<CallbackFact | undefined> {
  for (let looks = 0; looks < looksMax; looks += 1) {
    const { isOwed, attempt: first } = await store.firstRunFacts.findFirstAttempt(db, conversionId)
    if (first !== undefined || !isOwed) return first
    await new Promise((resolve) => setTimeout(resolve, lookEveryMs))
  }
  throw new TrialFailure(
    'The test callback waits, and was not sent for 12 s. System shows what is late.',
    '/ops/system',
  )
}

/** An endpoint for live conversions alone is told of a made-up one, marked as a test. */
async function tellAlone({ needs, userId, offer }: Made, { endpointId }: TrialApp): Promise<CallbackFact> {
  const endpoint = await needs.store.callbackEndpoints.findEndpoint(needs.db, endpointId)
  const payoutMicros = offer?.revenueMicros ?? 0
  const [told] = await testCallback(needs, { endpointId, testCase: 'approved', userId, payoutMicros })
  assert(told && endpoint, 'an endpoint that was found is told of one step')
  const { httpStatus, failure, latencyMs, verdict, reason } = told
  return { endpointId, url: endpoint.url, clickId: null, httpStatus, failure, latencyMs, verdict, reason }
}
