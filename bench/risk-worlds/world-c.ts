// A world of its own: honest people choose offers by taste and in visits, frauds are businesses that work through a list in
// shifts and pay for addresses, devices and hands. node bench/risk-worlds/world-c.ts [--seed 7] [--users 8000] --out DIR
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { gzipSync } from 'node:zlib'
import { type Chance, openChance } from './chance.ts'
import { drawHonest } from './honest.ts'
import { drawOffers } from './offers.ts'
import { drawFrauds } from './frauds.ts'
import { type Account, type WorldEvent, live } from './live.ts'

export interface World {
  readonly events: readonly WorldEvent[]
  readonly labels: readonly object[]
}

export interface WorldWanted {
  readonly seed: number
  readonly users: number
  readonly fraudShare: number
}

export function makeWorldC({ seed, users, fraudShare }: WorldWanted): World {
  const chance: Chance = openChance(seed)
  const offers = drawOffers(chance, 220)
  const accounts: Account[] = [
    ...drawHonest(chance, offers, Math.round(users * (1 - fraudShare))),
    ...drawFrauds(chance, offers, Math.round(users * fraudShare)),
  ]
  const events = accounts.flatMap((account, index) => live(chance, { account, index, offers }))
  events.sort((a, b) => a.ts - b.ts)
  const labels = accounts.map(({ kind, person, isFraud }, index) => ({
    user_id: `w${index}`,
    person_id: person,
    kind,
    fraud: Number(isFraud),
    multi: 0,
  }))
  return { events, labels }
}

if (import.meta.filename === process.argv[1]) {
  const { values } = parseArgs({
    options: {
      seed: { type: 'string', default: '7' },
      users: { type: 'string', default: '8000' },
      'fraud-share': { type: 'string', default: '0.12' },
      out: { type: 'string' },
    },
  })
  if (values.out === undefined) throw new Error('--out names a directory')
  const share = Number(values['fraud-share'])
  const world = makeWorldC({ seed: Number(values.seed), users: Number(values.users), fraudShare: share })
  mkdirSync(values.out, { recursive: true })
  for (const [name, rows] of Object.entries(world)) {
    const lines = rows.map((row: object) => `${JSON.stringify(row)}\n`).join('')
    writeFileSync(join(values.out, `world-c.${name}.jsonl.gz`), gzipSync(lines))
  }
}
