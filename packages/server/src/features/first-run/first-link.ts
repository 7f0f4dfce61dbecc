import { notFound } from '@quoin/core/errors.ts'
import { encodeLinkTail } from '@quoin/contract/present-offer.ts'
import type { Ports } from '../../ports/ports.ts'
import { testNetworkSlug } from '../catalogue/keep-test-offers.ts'
import { findKey } from '../credentials/find-key.ts'
import { openLinkSigner } from '../tracking/sign-links.ts'
import { trialAppOf } from './read-first-run.ts'

type Needs = Pick<Ports, 'db' | 'store' | 'clock' | 'keyring' | 'settings'>

interface FirstLink {
  readonly link: string | null
  readonly offerId: number | null
  readonly userId: string
  readonly app: string | null
  readonly offers: readonly { readonly id: number; readonly name: string }[]
}

const offersMax = 100
const firstUser = 'first-user'

/** A live link of the first app, as its offer list would have it. Throws RESOURCE_NOT_FOUND for an offer that is not live. */
export async function findFirstLink(
  needs: Needs,
  {
    offerId,
    userId = firstUser,
  }: { readonly offerId: number | undefined; readonly userId: string | undefined },
): Promise<FirstLink> {
  const { db, store, settings } = needs
  const offers = await store.firstRunFacts.listFirstOffers(db, offersMax)
  if (offerId !== undefined && !offers.some(({ id }) => id === offerId)) {
    throw notFound(`Offer ${offerId} is none of the first live ones.`)
  }
  const trialAppId = trialAppOf(await store.firstRun.listFirstRun(db))
  const found = await store.firstRun.findMoment(db, 'app', { testNetwork: testNetworkSlug, trialAppId })
  const app = found && (await store.apps.findAppById(db, Number(found.subjectId)))
  const apiKey = app && (await findKey(needs, app.id, 'live'))
  const chosen = offerId ?? offers[0]?.id
  const plain = { userId, app: app?.name ?? null, offers, offerId: chosen ?? null }
  if (app === undefined || apiKey === undefined || chosen === undefined) return { ...plain, link: null }
  const signed = { apiKey, offerId: chosen, userId, subId: undefined }
  const signature = app.signedLinks === 'off' ? '' : `&sig=${openLinkSigner(needs, app)(signed)}`
  const link = `${settings.trackUrl}?offerId=${chosen}${encodeLinkTail({ apiKey, userId, subId: undefined })}${signature}`
  return { ...plain, link }
}
