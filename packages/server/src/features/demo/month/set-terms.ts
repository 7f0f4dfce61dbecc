import { dayMs } from '@quoin/core/time/durations.ts'
import { setCap } from '../../caps/set-cap.ts'
import { pauseOffer } from '../../catalogue/pause-offer.ts'
import { setHold } from '../../catalogue/set-hold.ts'
import { addListEntry } from '../../lists/add-list-entry.ts'
import { importRates } from '../../terms/import-rates.ts'
import { setMargin } from '../../terms/set-margin.ts'
import { demoActors } from '../script/cast.ts'
import { Dice } from '../script/dice.ts'
import { byPopularity, monthDays } from '../script/write-script.ts'
import type { Cast } from './read-cast.ts'
import type { ShiftedPorts } from './shifted-ports.ts'

const [mira, jonas] = demoActors

/** Caps, holds, margins, rates and lists as they were at the beginning of the month. Doing it again changes nothing. */
export async function setTerms(
  ports: ShiftedPorts,
  { apps, networks, offers }: Pick<Cast, 'apps' | 'networks' | 'offers'>,
): Promise<void> {
  const nobody = { networkId: null, offerId: null, appId: null, userId: null, isPerUser: false } as const
  const ranked = byPopularity(offers.filter((one) => one.network === 'demo' && one.countries.length === 0))
  const popular = ranked.filter(({ payoutMicros }) => payoutMicros < 6_000_000)
  for (const [place, { offerId }] of popular.slice(0, 4).entries()) {
    await setCap(ports, { ...nobody, offerId, period: 'daily', count: 3 + place, actor: mira })
  }
  const northwind = networks.get('demo-northwind')
  if (northwind) {
    const limit = { period: 'daily', revenueMicros: 90_000_000 } as const
    await setCap(ports, { ...nobody, networkId: northwind.id, ...limit, actor: mira })
  }
  const held = ranked.filter(({ payoutMicros }) => payoutMicros > 4_000_000).slice(0, 10)
  for (const { offerId } of held) await setHold(ports, { offerId, holdDays: 7, actor: mira })
  for (const { offerId } of popular.slice(20, 22)) {
    await pauseOffer(ports, { offerId, status: 'paused', actor: jonas })
  }
  const keep = apps.get('Lantern Keep')
  const rules = [
    { offerId: null, appId: keep?.appId ?? null, country: null, basisPoints: 2_500 },
    { offerId: null, appId: apps.get('Coinquarry')?.appId ?? null, country: 'IN', basisPoints: 3_500 },
  ]
  for (const rule of rules) await setMargin(ports, { ...rule, actor: mira })
  await importRates(ports, { entries: ratesOf(ports.clock.nowMs()), actor: mira })
  await ports.store.demoCast.markDemoRates(ports.db)
  const quarry = apps.get('Coinquarry')
  const entry = { appId: quarry?.appId ?? null, reason: 'Chargebacks in September', actor: jonas }
  await addListEntry(ports, { ...entry, kind: 'user', value: 'cq-5kx', action: 'block' })
  await addListEntry(ports, {
    ...entry,
    kind: 'user',
    value: 'cq-qa-team',
    action: 'allow',
    reason: 'Our own testers',
  })
}

/** The euro's exchange rate on each day until today. */
async function* ratesOf(fromMs: number) {
  for (let day = 0; day <= monthDays + 2; day += 1) {
    const name = new Date(fromMs + day * dayMs).toISOString().slice(0, 10)
    const usd = demoRate(name)
    yield { line: day + 2, row: { currency: 'EUR', day: name, usd } }
  }
}

function demoRate(day: string): string {
  return (1.07 + 0.02 * new Dice(`rate ${day}`).next()).toFixed(4)
}
