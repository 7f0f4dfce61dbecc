import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { readEvent, type RiskEvent } from '@quoin/core/risk/backtest/events.ts'
import { Replay } from '@quoin/core/risk/backtest/replay.ts'
import { logit, probabilityOf } from '@quoin/core/risk/score.ts'
import { listedLink } from '../../../../../test/support/listed-link.ts'
import { makeSighting } from '../../../../../test/support/make-sighting.ts'
import { makePopulation } from '../../../../../test/support/risk-events.ts'
import { rollUpAll } from '../../../../../test/support/roll-up-all.ts'
import { createWorld } from '../../../../../test/support/world.ts'
import { compareInTurn } from '../../jobs/keep-peers.ts'
import { assessDevices } from '../devices/assess/assess-devices.ts'
import { assessUser } from '../devices/assess-user.ts'

const world = await createWorld({ app: { rateLimitPerMinute: 100_000, holdScore: 0 } })
const other = await createWorld({ beside: world })
after(async () => {
  await other.close()
  await world.close()
})
const { ports, clock } = world
const { appId } = world.app
const app = { id: appId, fraudShare: null }
const offerIds = await world.addOffers([{}, {}, {}, {}])
const replay = new Replay({
  countryOf: (address) => ports.geo.countryOf(address),
  describeAddress: (address) => ports.addresses.describe(address),
  isBot: ports.isBot,
})
const userAgent =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/147.0.0.0 Safari/537.36'
const clickIds = new Map<string, string>()

/** The same event at a server, at its time. */
async function happen(event: RiskEvent): Promise<void> {
  clock.advance({ ms: Math.max(0, event.atMs - clock.nowMs()) })
  if (event.type === 'fingerprint') {
    const { fingerprintHash, userId, atMs } = event
    const data = event.data as Readonly<Record<string, unknown>> // the population's own
    const place = { endUserAddress: event.address, endUserAgent: event.userAgent, seenAtMs: atMs }
    await assessDevices(ports, [makeSighting(appId, { fingerprintHash, userId, data, ...place })])
  } else if (event.type === 'click') {
    const query = listedLink(world, event)
    const headers = { 'user-agent': userAgent }
    const answer = await world.get('/track', { query, headers, address: event.address ?? '' })
    const clickId = new URL(String(answer.headers['location'])).searchParams.get('click_id')
    clickIds.set(event.clickId, clickId ?? '')
  } else {
    const query = { click_id: clickIds.get(event.clickId) ?? '', payout: '1', status: event.status }
    const answer = await world.get('/postback', { query })
    assert.equal(answer.statusCode, 200, answer.body)
  }
}

/** Families come over months: their clicks would be forgotten. */
const events = makePopulation(110)
  .events.map((row) => readEvent(row))
  .filter((event): event is RiskEvent => !(event instanceof Error))
  .filter(({ userId }) => Number(userId.slice(1)) % 10 !== 2)
const shiftMs = clock.nowMs() + 60_000 - (events[0]?.atMs ?? 0)
for (const event of events) {
  const at = { ...event, atMs: event.atMs + shiftMs }
  const known = at.type === 'click' ? { ...at, offerId: offerIds[at.offerId] ?? 0 } : at
  replay.apply(known)
  await happen(known)
}

test('a back-test says of clicks and conversions what two servers say of them, norms, hours and peers and all', async () => {
  await rollUpAll(ports)
  const riskWeights = async () => ports.riskWeights()
  await compareInTurn({ ...ports, riskFigures: world.open.riskFigures, riskWeights, pause: async () => {} })
  await world.open.riskFigures.refresh()
  await other.open.riskFigures.refresh()
  assert.ok(ports.riskFigures.norms().findNorm(offerIds[0] ?? 0), 'enough conversions to compare with')
  let suspect = 0
  for (const { userId, last } of replay.users()) {
    const { probability = 0 } = await assessUser(ports, { app, isTest: false, userId })
    const replayed = Math.max(...last.map((shares) => probabilityOf(shares, ports.riskWeights())))
    // Peers are kept in hundredths.
    assert.ok(Math.abs(logit(probability) - logit(replayed)) < 0.06, `${userId} ${probability} ${replayed}`)
    const elsewhere = await assessUser(other.ports, { app, isTest: false, userId })
    assert.equal(elsewhere.probability, probability)
    if (replayed > 0.3) suspect += 1
  }
  assert.ok(suspect > 5, `${suspect} are suspect`)
})
