import { dayMs, hourMs } from '@quoin/core/time/durations.ts'
import { demoApps, demoNetworks } from './cast.ts'
import { Dice } from './dice.ts'
import type { DemoEvent, DemoVisit, Stage } from './events.ts'
import { browsers, type Visitor } from './visitors.ts'

const members = 9
const devices = 3
const firstDay = 17
const days = 12

/**
 * Nine accounts on three machines of one room, which finish offers faster than anybody could read them. Some of what
 * they earned is taken back later.
 */
export function* ringOf({ offers, addresses, cell }: Stage, monthStartMs: number): Generator<DemoEvent> {
  const dice = new Dice('quoin demo ring')
  const app = demoApps[0]
  const network = demoNetworks[0]
  const [browser] = browsers
  if (app === undefined || network === undefined || browser === undefined) return
  const address = addresses.get('PL')?.[0] ?? '192.0.2.77'
  const liked = offers.filter(
    (one) =>
      one.network === network.slug &&
      one.countries.length === 0 &&
      one.payoutMicros < 6_000_000 &&
      one.goals.length === 0,
  )
  for (let member = 0; member < members; member += 1) {
    const market = { country: 'PL', share: 1, zoneHours: 1 }
    const visitor: Visitor = { userId: `cq-new${411 + member * 3}`, market, address, browser }
    for (let day = firstDay; day < firstDay + days; day += 1) {
      const atMs = monthStartMs + day * dayMs + 2 * hourMs + member * 240_000 + dice.below(120_000)
      const hash = `7be4c1d2${(member % devices).toString(16).padStart(8, '0')}`
      if (day % 3 === 2 || member === 0) {
        yield { kind: 'sighting', atMs, app, visitor, hash, data: emulator }
      }
      const offer = liked[(member * 5 + day * 3) % Math.max(1, liked.length)]
      if (offer === undefined) continue
      const clickId = dice.id(atMs + 9_000, cell)
      const visit: DemoVisit = {
        kind: 'visit',
        clickId,
        app,
        visitor,
        offer,
        subId: 'wall',
        atMs: atMs + 9_000,
        userAgent: browser.userAgent,
      }
      yield visit
      const report = (word: string, laterMs: number): DemoEvent => ({
        kind: 'report',
        network,
        clickId,
        word,
        goal: '',
        txnId: `r${member}-${day}`,
        revenueMicros: offer.revenueMicros,
        atMs: visit.atMs + laterMs,
        requestId: dice.id(visit.atMs + laterMs, cell),
      })
      yield report(network.words.approved, 1_900 + dice.below(5_000))
      if (dice.happens(0.3)) yield report(network.words.reversed, 4 * dayMs + dice.below(dayMs))
    }
  }
}

const emulator = {
  os: 'Android',
  resolution: '1024x768',
  webgl_renderer: 'Google SwiftShader',
  max_touch_points: 0,
  webdriver: true,
  timezone: 'UTC',
}
