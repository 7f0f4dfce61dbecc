import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { readEvent } from '@quoin/core/risk/backtest/events.ts'
import { Replay } from '@quoin/core/risk/backtest/replay.ts'
import { logit, probabilityOf } from '@quoin/core/risk/score.ts'
import { dayMs } from '@quoin/core/time/durations.ts'
import { makeClick } from '../../../../../test/support/make-click.ts'
import { makeSighting } from '../../../../../test/support/make-sighting.ts'
import { makePopulation } from '../../../../../test/support/risk-events.ts'
import { createWorld } from '../../../../../test/support/world.ts'
import { pruneRisk } from './prune-risk.ts'
import { compareInTurn } from '../../jobs/keep-peers.ts'
import { assessDevices } from '../devices/assess/assess-devices.ts'
import { assessUser } from '../devices/assess-user.ts'
import { keyUser } from '../devices/key-sighting.ts'
import { judgeReported } from '../postbacks/judge-reported.ts'
import { recordClicks } from '../tracking/record-clicks.ts'

const world = await createWorld()
const other = await createWorld({ beside: world })
after(async () => {
  await other.close()
  await world.close()
})
const { ports, clock } = world
const { appId } = world.app
const app = { id: appId, fraudShare: null }
const riskWeights = async () => ports.riskWeights()
const round = () =>
  compareInTurn({ ...ports, riskFigures: world.open.riskFigures, riskWeights, pause: async () => {} })

/** Submissions of three weeks, ending now. */
const replay = new Replay({
  countryOf: (address) => ports.geo.countryOf(address),
  describeAddress: (address) => ports.addresses.describe(address),
  isBot: ports.isBot,
})
const shiftMs = clock.nowMs() - 20 * dayMs - 1_790_000_000_000
for (const row of makePopulation(300).events) {
  const read = readEvent(row)
  if (read instanceof Error || read.type !== 'fingerprint') continue
  const event = { ...read, atMs: read.atMs + shiftMs }
  if (event.atMs > clock.nowMs()) continue
  replay.apply(event)
  const data = event.data as Readonly<Record<string, unknown>> // the population's own
  const { fingerprintHash, userId, atMs } = event
  const place = { endUserAddress: event.address, endUserAgent: event.userAgent, seenAtMs: atMs }
  await assessDevices(ports, [makeSighting(appId, { fingerprintHash, userId, data, ...place })])
}

test('a back-test says at the end of a user what the server says of them, peers and all', async () => {
  await round()
  await world.open.riskFigures.refresh()
  let compared = 0
  let moved = 0
  for (const { userId, last } of replay.users()) {
    const { probability } = await assessUser(ports, { app, isTest: false, userId })
    const replayed = Math.max(...last.map((shares) => probabilityOf(shares, ports.riskWeights())))
    const known = ports.riskFigures.findPeers(keyUser(ports.keyring, { appId, isTest: false, userId }))
    assert.ok(probability !== undefined && known !== undefined, userId)
    // Peers are kept in hundredths.
    assert.ok(Math.abs(logit(probability) - logit(replayed)) < 0.06, `${userId} ${probability} ${replayed}`)
    if (Object.values(known.facts).some((fact) => fact > 0.3)) moved += 1
    compared += 1
  }
  assert.ok(compared > 150 && moved > 10, `${compared} ${moved}`)
})

test('a second process says the same once it has read what the first one found', async () => {
  await other.open.riskFigures.refresh()
  const user = keyUser(ports.keyring, { appId, isTest: false, userId: 'u0' })
  assert.deepEqual(other.ports.riskFigures.findPeers(user), ports.riskFigures.findPeers(user))
})

test('an unsigned click puts nobody among the suspects of its line; a signed one does', async () => {
  // The scripts of the population are there.
  const click = (userId: string, isUnsigned: boolean) =>
    makeClick({ appId, userId, isUnsigned, address: '52.95.110.9', clickedAtMs: clock.nowMs() })
  for (const [place, userId] of ['harassed', 'among them'].entries()) {
    const seen = { endUserAddress: `81.${place}.3.4`, endUserAgent: undefined, seenAtMs: clock.nowMs() }
    await assessDevices(ports, [makeSighting(appId, { fingerprintHash: userId, userId, data: {}, ...seen })])
  }
  await recordClicks(ports, [click('harassed', true), click('among them', false)])
  clock.advance({ seconds: 3_600 })
  await round()
  await world.open.riskFigures.refresh()
  const lineOf = (userId: string) =>
    ports.riskFigures.findPeers(keyUser(ports.keyring, { appId, isTest: false, userId }))?.facts.line
  assert.deepEqual([lineOf('harassed'), (lineOf('among them') ?? 0) > 0.3], [0, true])
})

test('one of many processes compares in a round, and peers that nobody renews come to an end', async () => {
  const count = async () => (await ports.db.query('select 1 from risk_peers')).length
  assert.ok((await count()) > 150)
  const before = await ports.db.query('select max(made_at) as at from risk_peers')
  await round()
  assert.deepEqual(await ports.db.query('select max(made_at) as at from risk_peers'), before)
  clock.advance({ days: 60 })
  await round()
  await pruneRisk(ports)
  assert.equal(await count(), 0)
})

test('a user who was never seen on a device is judged by what the comparison found of them', async () => {
  const user = keyUser(ports.keyring, { appId, isTest: false, userId: 'never seen' })
  await ports.store.riskPeers.writePeers(ports.db, {
    appId,
    rows: [{ user, facts: '{0,0,0,0,0}', scoreTenths: 970 }],
    nowMs: clock.nowMs(),
    expiresAtMs: clock.nowMs() + dayMs,
  })
  await world.open.riskFigures.refresh()
  const click = { appId, userId: 'never seen', isTest: false, offerId: 1, subId: null, risk: null }
  const judged = judgeReported(ports, {
    click: { ...click, clickId: ports.newId() } as Parameters<typeof judgeReported>[1]['click'],
    userKey: keyUser(ports.keyring, click),
    listed: undefined,
    found: undefined,
    nowMs: clock.nowMs() + 60_000,
  })
  assert.ok((judged?.scoreTenths ?? 0) > 500, JSON.stringify(judged))
})
