import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { readEvent, type RiskEvent } from '@quoin/core/risk/backtest/events.ts'
import { Replay } from '@quoin/core/risk/backtest/replay.ts'
import { probabilityOf } from '@quoin/core/risk/score.ts'
import { makeSighting } from '../../../../../test/support/make-sighting.ts'
import { makePopulation } from '../../../../../test/support/risk-events.ts'
import { createWorld } from '../../../../../test/support/world.ts'
import { assessDevices } from './assess/assess-devices.ts'
import type { Sighting } from '../../ports/writes.ts'

const world = await createWorld()
after(() => world.close())
const { ports } = world

function sightingOf(event: Extract<RiskEvent, { type: 'fingerprint' }>): Sighting {
  return makeSighting(77, {
    fingerprintHash: event.fingerprintHash,
    userId: event.userId,
    data: event.data as Readonly<Record<string, unknown>>, // the population's own
    endUserAddress: event.address,
    endUserAgent: event.userAgent,
    seenAtMs: event.atMs,
  })
}

test('a back-test says of a first submission what the server answers to it', async () => {
  const replay = new Replay({
    countryOf: (address) => ports.geo.countryOf(address),
    describeAddress: (address) => ports.addresses.describe(address),
    isBot: ports.isBot,
  })
  const sightings: Sighting[] = []
  for (const row of makePopulation(300).events) {
    const event = readEvent(row)
    if (event instanceof Error || event.type !== 'fingerprint') continue
    replay.apply(event)
    sightings.push(sightingOf(event))
  }
  const verdicts = await assessDevices(ports, sightings)
  const said = new Map(
    [...replay.users()].map(({ userId, first }) => [
      userId,
      first === undefined ? Number.NaN : probabilityOf(first, ports.riskWeights()),
    ]),
  )
  assert.equal(said.size, 300)
  for (const [index, { riskScore }] of verdicts.entries()) {
    const replayed = (said.get(sightings[index]?.userId ?? '') ?? Number.NaN) * 100
    assert.ok(
      Math.abs(riskScore - Math.min(99, Math.max(1, replayed))) <= 0.05 + 1e-9,
      `${riskScore} ${replayed}`,
    )
  }
})
