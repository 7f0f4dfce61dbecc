import {
  listSourceLinks as listOperation,
  lookAtSourceLink as lookOperation,
} from '@quoin/contract/operator/sources/source-link-operations.ts'
import { notFound } from '@quoin/core/errors.ts'
import { secondsOf } from '@quoin/core/time/seconds-of.ts'
import { listAnswer, sliceOf } from '../../../http/staff/list-answer.ts'
import { staffRoute } from '../../../http/staff/staff-route.ts'
import type { Ports } from '../../../ports/ports.ts'
import { sourceOf } from './present-source.ts'

const listSourceLinks = staffRoute(listOperation, async ({ ports, path, query }) => {
  const { id: sourceId } = await sourceOf(ports, path.sourceId)
  const slice = sliceOf(query, 'external_id')
  const filter = { sourceId, verdict: query.verdict ?? null }
  const page = await ports.store.sourceLinks.listLinkPage(ports.db, filter, slice)
  return listAnswer(page, slice, presentLink)
})

const lookAtSourceLink = staffRoute(
  lookOperation,
  async ({ ports, path: { sourceId }, body: { externalId } }) => {
    // A start does without what follows links.
    const { lookAgain } = await import('../../../features/sources/look-at-link.ts')
    await lookAgain(ports, { sourceId, externalId })
    const link = await ports.store.sourceLinks.findSeenLink(ports.db, sourceId, externalId)
    if (link === undefined) throw notFound(`The source has no offer ${externalId}.`)
    return { data: presentLink(link), message: link.message }
  },
)

type SeenLink = NonNullable<Awaited<ReturnType<Ports['store']['sourceLinks']['findSeenLink']>>>

function presentLink(link: SeenLink) {
  return {
    external_id: link.externalId,
    offer_id: String(link.offerId),
    name: link.name,
    is_shown: link.isShown,
    verdict: link.verdict,
    message: link.message,
    hops: link.hops,
    looked_at: secondsOf(link.lookedAtMs),
  }
}

export const sourceLinkRoutes = [listSourceLinks, lookAtSourceLink]
