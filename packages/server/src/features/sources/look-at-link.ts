import { invalidRequest, notFound } from '@quoin/core/errors.ts'
import { compileTemplate, expandTemplate } from '@quoin/core/macros/expand.ts'
import type { Platform } from '@quoin/core/offers/offer.ts'
import { judgeLink } from '@quoin/core/sources/judge-link.ts'
import { linkCheckMark, type LinkWalk } from '@quoin/core/sources/link.ts'
import { secondsOf } from '@quoin/core/time/seconds-of.ts'
import type { Ports } from '../../ports/ports.ts'
import type { LinkToLookAt } from '../../store/sources/source-links.ts'
import { walkLink } from './walk-link.ts'

type LookNeeds = Pick<Ports, 'db' | 'store' | 'clock' | 'outgoing' | 'random'>

interface Look {
  readonly sourceId: number
  readonly link: LinkToLookAt
  readonly stopping: AbortSignal
  /** For tests: hosts are usually asked slowly. */
  readonly hostPauseMs?: number
}

const walkMs = 90_000
const hostPauseMsStandard = 3_000

/** Follows the link of an offer as one of its users would be sent, and keeps what is seen. It changes no offer. */
export async function lookAtLink(
  needs: LookNeeds,
  { sourceId, link, stopping, hostPauseMs = hostPauseMsStandard }: Look,
): Promise<void> {
  const { db, store, clock } = needs
  const { externalId, silentLooks } = link
  const signal = AbortSignal.any([stopping, AbortSignal.timeout(walkMs)])
  const clickId = `${linkCheckMark}-${needs.random(clickIdBytes).toString('hex')}`
  const [platform = 'android'] = link.platforms
  const url = fill(link, { clickId, platform, nowMs: clock.nowMs() })
  const walk = await walkOrBreak(walkLink(needs, { url, userAgent: agents[platform], signal, hostPauseMs }), {
    url,
    stopping,
  })
  const judged = judgeLink(walk, { ...link, clickId })
  await store.sourceLinks.upsertLink(db, {
    ...{ sourceId, externalId, verdict: judged.verdict, message: judged.message, hops: walk.hops.length },
    silentLooks: judged.isSilent ? silentLooks + 1 : 0,
    nowMs: clock.nowMs(),
  })
}

/** Looks at one offer of a source now. Throws RESOURCE_NOT_FOUND for one that is not there. */
export async function lookAgain(
  needs: LookNeeds,
  { sourceId, externalId, hostPauseMs }: { sourceId: number; externalId: string; hostPauseMs?: number },
): Promise<void> {
  const { db, store } = needs
  if ((await store.sources.findSource(db, sourceId)) === undefined)
    throw notFound(`There is no source ${sourceId}.`)
  const link = await store.sourceLinks.findLinkOf(db, { sourceId, externalId, nowMs: needs.clock.nowMs() })
  if (link === undefined) throw notFound(`The source has no offer ${externalId}.`)
  const stopping = AbortSignal.timeout(answerMs)
  try {
    await lookAtLink(needs, { sourceId, link, stopping, ...(hostPauseMs !== undefined && { hostPauseMs }) })
  } catch (error) {
    if (stopping.aborted) throw invalidRequest('The link takes too long to be followed while you wait.')
    throw error
  }
}

/** Somebody waits in front of a page. */
const answerMs = 45_000
const clickIdBytes = 12

/** A walk that takes too long says nothing; one that a stop breaks off is not noted at all. */
async function walkOrBreak(
  walking: Promise<LinkWalk>,
  { url, stopping }: { readonly url: string; readonly stopping: AbortSignal },
): Promise<LinkWalk> {
  try {
    return await walking
  } catch (error) {
    if (stopping.aborted || !(error instanceof DOMException)) throw error
    return { hops: [{ url, status: null, hasCookie: false }], end: { kind: 'broken' } }
  }
}

/** A phone that the offer is for: networks send others elsewhere. */
const agents: Readonly<Record<Platform, string>> = {
  android:
    'Mozilla/5.0 (Linux; Android 14; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Mobile Safari/537.36',
  ios: 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1',
  desktop:
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36',
}

interface Filling {
  readonly clickId: string
  readonly platform: Platform
  readonly nowMs: number
}

/** The address of a user, without one: sub ids are empty, and the user is the look itself. */
function fill(
  { destinationUrl, offerId, countries }: LinkToLookAt,
  { clickId, platform, nowMs }: Filling,
): string {
  return expandTemplate(compileTemplate(destinationUrl), {
    click_id: clickId,
    user_id: linkCheckMark,
    offer_id: String(offerId),
    platform,
    user_agent: agents[platform],
    timestamp: String(secondsOf(nowMs)),
    ...(countries[0] !== undefined && { country: countries[0] }),
  })
}
