import { type Bars, isBarred } from '@quoin/core/caps/bars.ts'
import type { App } from '@quoin/core/apps/app.ts'
import type { Click, ClickReason, UnavailableReason } from '@quoin/core/tracking/click.ts'
import { type DomainError, notFound } from '@quoin/core/errors.ts'
import type { ListAction } from '@quoin/core/lists/list-entry.ts'
import { noteClick } from '@quoin/core/risk/behaviour/behaviour-risk.ts'
import type { Template } from '@quoin/core/macros/expand.ts'
import type { CatalogueOffer } from '@quoin/core/catalogue/offer-record.ts'
import { orElse, type Awaitable, whenKnown } from '@quoin/core/awaitable.ts'
import { type ClickDecision, decideClick, listFallbacks } from '@quoin/core/tracking/decide-click.ts'
import { offerIn } from '@quoin/core/prices/price-offer.ts'
import { secondsOf } from '@quoin/core/time/seconds-of.ts'
import type { Ports } from '../../ports/ports.ts'
import { type AudienceFacts, detectAudience } from '../targeting/detect-audience.ts'
import { authenticateKey } from '../credentials/authenticate.ts'
import { weighOffer } from '../catalogue/weigh-offer.ts'
import { fillTemplate, type MacroFacts } from './fill-template.ts'
import { isSigned } from './sign-links.ts'
import { findListedDevice } from '../devices/lists/listed-device.ts'
import { findFallback, findTarget, type LinkTarget } from './link-targets.ts'

/** A visit to a tracking link. */
export interface Link {
  readonly offerId: number
  readonly apiKey: string
  readonly userId: string
  readonly subId: string | undefined
  /** The signature, for an app that signs its links. */
  readonly sig: string | undefined
  readonly visitor: AudienceFacts
  /** Only asks where the link leads: the same redirect, but no click. */
  readonly isHead: boolean
}

export type Destination =
  /** To the offer, or down the fallback chain. */
  | { readonly kind: 'redirect'; readonly location: string; readonly clickId: string | undefined }
  /** The offer is not to be had, and no fallback is set. */
  | { readonly kind: 'unavailable'; readonly reason: UnavailableReason; readonly clickId: string | undefined }

type Needs = Pick<
  Ports,
  | 'clock'
  | 'random'
  | 'newId'
  | 'settings'
  | 'log'
  | 'snapshots'
  | 'geo'
  | 'isBot'
  | 'meters'
  | 'usage'
  | 'exclusions'
  | 'writers'
  | 'clickVelocity'
  | 'keyring'
  | 'lastDevices'
>

/** Longer ones are made up; their beginning is kept. */
const userAgentLengthMax = 1024

/**
 * Decides where a link leads and records the click, which is durable when this resolves. Throws INVALID_API_KEY,
 * and RESOURCE_NOT_FOUND for an offer that does not exist for this key.
 */
export function followLink(ports: Needs, link: Link): Awaitable<Destination> {
  const { app, key } = authenticateKey(ports, link.apiKey)
  const target = findTarget(ports.snapshots.catalogue(), link.offerId)
  if (!target) throw noSuchOffer()
  const isUnsigned = app.signedLinks !== 'off' && !isOurs(ports, app, link)
  const visit = readVisit(ports, link, { appId: app.id, isTest: key.mode === 'test', isUnsigned })
  return whenKnown(findCapped(ports, visit), (capped) =>
    whenKnown(findListedDevice(ports, visit), (device) => {
      const listed = judge(ports, visit, device)
      return lead(ports, link, { target, app, visit, listed, capped })
    }),
  )
}

/**
 * Whether the link was signed for this user, by us or by the publisher. Unless signatures are required, publishers may
 * add a sub id of their own to a link that was signed without one.
 */
function isOurs(ports: Needs, app: App, link: Link): boolean {
  const signed = { ...link, signature: link.sig ?? '' }
  if (isSigned(ports, app, signed)) return true
  const isAdded = app.signedLinks === 'added' && link.subId !== undefined
  return isAdded && isSigned(ports, app, { ...signed, subId: undefined })
}

/** A click that leads somewhere, or nowhere, is a click. */
function lead(ports: Needs, link: Link, context: LinkContext): Awaitable<Destination> {
  const { target, app, visit, listed } = context
  const way = findWay(ports, context)
  if (way.reason === 'test_mode') throw noSuchOffer()

  const click: Click = {
    ...visit,
    // The macro of a HEAD request is filled with nothing, too.
    id: link.isHead ? '' : ports.newId(),
    outcome: way.outcome,
    reason: way.reason,
    risk: link.isHead ? null : noteVelocity(ports, { app, visit, listed }),
  }
  return whenKnown(link.isHead ? undefined : record(ports, click), () => {
    // The user's list tells how far they are with the goals of an offer.
    if (target.offer.goals.length > 0) ports.exclusions.noteClick(click)
    const clickId = link.isHead ? undefined : click.id
    if (way.template === undefined) return { kind: 'unavailable', reason: way.reason, clickId }
    const location = fillTemplate(way.template, macroFacts(ports, link, { app, target, click }))
    return { kind: 'redirect', location, clickId }
  })
}

/** A click before it is decided where it leads. */
type Visit = Omit<Click, 'id' | 'outcome' | 'reason'>

function readVisit(ports: Needs, link: Link, known: Pick<Click, 'appId' | 'isTest' | 'isUnsigned'>): Visit {
  const { address, userAgent } = link.visitor
  return {
    ...known,
    offerId: link.offerId,
    userId: link.userId,
    subId: link.subId ?? null,
    address: address === '' ? null : address,
    userAgent: userAgent?.slice(0, userAgentLengthMax) ?? null,
    ...detectAudience(ports, link.visitor),
    verdict: ports.isBot(userAgent) ? 'bot' : 'valid',
    clickedAtMs: ports.clock.nowMs(),
  }
}

type Way =
  | { readonly outcome: 'redirected'; readonly reason: ClickReason | null; readonly template: Template }
  | { readonly outcome: 'fallback'; readonly reason: UnavailableReason; readonly template: Template }
  /** To nowhere: the end of the fallback chain is the page. */
  | { readonly outcome: 'fallback'; readonly reason: UnavailableReason; readonly template: undefined }

interface LinkContext {
  readonly target: LinkTarget
  readonly app: App
  readonly visit: Visit
  readonly listed: ListAction | undefined
  readonly capped: Bars
}

/** The verdict of the lists on the user, the device they were last seen on, their address and their country. */
function judge(
  { snapshots }: Needs,
  { appId, userId, address, country, clickedAtMs }: Visit,
  device: string | undefined,
): ListAction | undefined {
  const suspect = { appId, userId, device, address: address ?? undefined, country }
  const verdict = snapshots.lists().judge(suspect, clickedAtMs)
  return verdict?.action === 'allow' && verdict.isOwn ? undefined : verdict?.action
}

/** Whom the operator trusts is counted like anybody, and not held. */
function noteVelocity(
  { clickVelocity }: Needs,
  { app, visit, listed }: Pick<LinkContext, 'app' | 'visit' | 'listed'>,
): string | null {
  return noteClick(clickVelocity.note(visit), listed === 'allow' ? null : app.holdScore)
}

function findWay(ports: Needs, { target, app, visit, listed, capped }: LinkContext): Way {
  const { offer, destination } = target
  const decision = decide(ports, { offer, app, visit, listed, capped })
  if (decision.kind === 'offer' && destination) {
    return { outcome: 'redirected', reason: decision.reason, template: destination }
  }
  const { fallbackUrl: offerUrl } = offer
  const urls = listFallbacks({ offerUrl, appUrl: app.fallbackUrl, platformUrl: ports.settings.fallbackUrl })
  const reason = decision.kind === 'offer' ? 'destination' : decision.reason
  if (reason === 'destination') ports.log.error({ offerId: offer.id }, 'offer has no usable destination')
  return { outcome: 'fallback', reason, template: findFallback(urls) }
}

/** A visitor does not wait for caps of their own while they cannot be read: the conversion is checked again. */
function findCapped({ exclusions, log }: Needs, visit: Visit): Awaitable<Bars> {
  return orElse(
    () => exclusions.capped(visit),
    (error) => {
      log.debug({ err: error }, "a user's caps could not be read")
      return exclusions.capped(undefined)
    },
  )
}

function decide(
  ports: Needs,
  { offer, app, visit, listed, capped }: Omit<LinkContext, 'target'> & { readonly offer: CatalogueOffer },
): ClickDecision {
  const { appId, country, platform, isTest, clickedAtMs } = visit
  return decideClick({
    offer,
    audience: { country, platform, nowSec: secondsOf(clickedAtMs), isTest },
    isAppPaused: app.isPaused && !isTest,
    isBlocked: listed === 'block',
    isForged: app.signedLinks === 'required' && visit.isUnsigned,
    isCapped: isBarred(
      capped,
      weighOffer(ports, offer, { app: { id: appId }, audience: { country, platform } }),
    ),
  })
}

function macroFacts(
  { settings, random }: Needs,
  { visitor }: Link,
  { app, target, click }: { app: App; target: LinkTarget; click: Click },
): MacroFacts {
  return {
    click,
    app,
    offer: offerIn(target.offer, click),
    header: visitor.header,
    trackUrl: settings.trackUrl,
    random,
  }
}

async function record({ writers, meters, log }: Needs, click: Click): Promise<void> {
  await writers.recordClick(click)
  const { id: clickId, appId, offerId, outcome, verdict, reason } = click
  meters.count('clicks_total', { outcome, verdict: click.risk?.startsWith('h') ? 'held' : verdict })
  log.debug({ clickId, appId, offerId, outcome, verdict, reason }, 'click recorded')
}

/** A test offer is none to a live key: it learns no more than that. */
function noSuchOffer(): DomainError {
  return notFound('There is no such offer.')
}
