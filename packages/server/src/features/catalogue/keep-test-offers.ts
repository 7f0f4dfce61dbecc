import { assert } from '@quoin/core/errors.ts'
import type { OfferInput } from '@quoin/core/offers/offer-fields.ts'
import { readOfferRow } from '@quoin/core/offers/offer-row.ts'
import type { Ports, Snapshots } from '../../ports/ports.ts'

/** The network of the built-in test offers. It asks for no proof: whoever tests plays its part. */
export const testNetworkSlug = 'quoin-test'

/** Where a link to a test offer leads: a page of our own, which tells how to report the conversion. */
export const testOfferPath = '/test-offer'

/**
 * None is for one platform: whoever tests follows a link from the browser at hand. A row that changes gets another
 * name.
 */
const rows = [
  {
    external_id: 'test-1',
    name: 'Test offer: for everybody',
    description: 'Follow the link, and report the conversion on the page it leads to.',
    payout: '1.00',
    revenue: '1.50',
  },
  {
    external_id: 'test-2',
    name: 'Test offer: the best paid',
    description: 'First on a list by payout.',
    payout: '2.50',
    revenue: '3.00',
  },
  {
    external_id: 'test-3',
    name: 'Test offer: again and again',
    description: 'Stays on the list of who completed it.',
    payout: '0.10',
    revenue: '0.15',
    repeatable: 'yes',
  },
  {
    external_id: 'test-4',
    name: 'Test offer: in steps',
    description: 'Three goals. The page that the link leads to reports each of them.',
    // The page thus knows its goals.
    address: '&offer_id={offer_id}',
    goals: [
      { goal: 'install', name: 'Install and open', payout: '0.05', revenue: '0.10' },
      { goal: 'level-10', name: 'Reach level 10', payout: '0.40', revenue: '0.60', deadline: '7d' },
      { goal: 'purchase', name: 'Buy anything', payout: '0.30', revenue: '0.50', repeatable: 'yes' },
    ],
  },
] as const

/** Whether the server keeps a test offer by itself: what somebody else writes there lasts until the next start. */
export function isBuiltIn(externalId: string): boolean {
  return rows.some(({ external_id: own }) => own === externalId)
}

type Needs = Pick<Ports, 'db' | 'store' | 'clock' | 'settings'> & {
  readonly snapshots: Pick<Snapshots, 'refresh'>
}

/**
 * Makes the built-in test offers, which test credentials see besides the live ones, and lets
 * them follow the address of the service. Writes only when something is to change, so that a start costs other
 * processes no reload.
 */
export async function keepTestOffers({ db, store, clock, settings, snapshots }: Needs): Promise<void> {
  const wanted = rows.map((row) => readTestOffer(row, `${settings.baseUrl}${testOfferPath}`))
  const hasChanged = await db.transaction(async (tx) => {
    const networkId = await store.testOffers.lockTestNetwork(tx, testNetworkSlug)
    const present = await store.testOffers.listTestOffers(tx, networkId)
    const isThere = ({ externalId, name, destinationUrl }: OfferInput) =>
      present.some(
        (one) => one.externalId === externalId && one.name === name && one.destinationUrl === destinationUrl,
      )
    if (wanted.every(isThere)) return false
    await store.offers.upsertOffers(tx, networkId, { offers: wanted, nowMs: clock.nowMs() })
    await store.testOffers.markTestOffers(tx, networkId)
    await store.snapshotVersions.bumpSnapshot(tx, 'networks')
    await store.snapshotVersions.bumpSnapshot(tx, 'catalogue')
    return true
  })
  if (!hasChanged) return
  await snapshots.refresh('networks')
  await snapshots.refresh('catalogue')
}

function readTestOffer(row: (typeof rows)[number], pageUrl: string): OfferInput {
  const reading = readOfferRow({
    ...row,
    categories: 'test',
    destination_url: `${pageUrl}?click_id={click_id}${'address' in row ? row.address : ''}`,
  })
  assert(reading.ok, 'a built-in test offer is a valid offer')
  return reading.offer
}
