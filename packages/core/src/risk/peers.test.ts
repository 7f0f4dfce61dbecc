import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { dayMs, hourMs } from '../time/durations.ts'
import { comparePeers, noPeers, type PeerKind, type PeerProfile, peerKinds } from './peers.ts'
import { signals } from './signals/index.ts'

type Keys = Partial<Record<PeerKind, readonly string[]>>

const account = (user: string, evidence: number, keys: Keys, firstSeenAtMs = 0): PeerProfile => ({
  user,
  evidence,
  firstSeenAtMs,
  keys: { line: [], network: [], drawing: [], build: [], offers: [], choices: [], ...keys },
})

/** Honest people who share nothing, some of them a little unusual. */
const people = Array.from({ length: 200 }, (_, index) =>
  account(
    `p${index}`,
    index % 10 === 0 ? 1 : 0,
    { line: [`own ${index}`], network: [`net ${index % 20}`] },
    index * hourMs,
  ),
)
const factOf = (profiles: readonly PeerProfile[], user: string, kind: PeerKind): number =>
  (comparePeers(profiles).get(user) ?? noPeers)[kind]
const shareOf = (name: string, kind: PeerKind, value: number): number =>
  signals
    .find((signal) => signal.name === name)
    ?.read({ systems: [], peers: { ...noPeers, [kind]: value } }) ?? 0

test('a weak sign that all of a ring have is a strong one for each of them', () => {
  for (const kind of ['line', 'drawing', 'build', 'offers', 'choices'] as const) {
    const keys = kind === 'choices' ? ['a', 'b', 'c'] : ['shared']
    const ring = Array.from({ length: 12 }, (_, index) =>
      account(`r${index}`, 1, { [kind]: keys }, index * hourMs),
    )
    const fact = factOf([...people, ...ring], 'r3', kind)
    assert.ok(shareOf(`suspect_${kind}`, kind, fact) > 0.7, `${kind} ${fact}`)
  }
})

test('a class, a family or the viewers of a streamer who come at once are not suspect for it', () => {
  const crowd = Array.from({ length: 30 }, (_, index) =>
    account(
      `c${index}`,
      index % 10 === 0 ? 1 : 0,
      { line: ['school'], build: ['lab'], drawing: ['lab'], offers: ['7', '8'] },
      index * 60_000,
    ),
  )
  const facts = comparePeers([...people, ...crowd])
  for (const { user } of crowd) {
    const own = facts.get(user) ?? noPeers
    for (const kind of peerKinds) assert.ok(own[kind] < 0.1, `${kind} ${own[kind]}`)
  }
})

test('accounts that came weeks apart have nothing to do with each other', () => {
  const ring = Array.from({ length: 6 }, (_, index) =>
    account(`r${index}`, 3, { line: ['shared'] }, index * hourMs),
  )
  const late = account('late', 0, { line: ['shared'] }, 40 * dayMs)
  assert.equal(factOf([...people, ...ring, late], 'late', 'line'), 0)
})

test('one line cannot speak for its network, however many accounts are made there', () => {
  const victim = account('victim', 0, { line: ['home'], network: ['town'] }, hourMs)
  const frame = (accounts: number) =>
    Array.from({ length: accounts }, (_, index) =>
      account(`f${index}`, 4, { line: ['attacker'], network: ['town'] }, index * 60_000),
    )
  const neighbours = Array.from({ length: 12 }, (_, index) =>
    account(`n${index}`, 0, { line: [`home ${index}`], network: ['town'] }, index * hourMs),
  )
  const few = factOf([...people, ...neighbours, victim, ...frame(2)], 'victim', 'network')
  const many = factOf([...people, ...neighbours, victim, ...frame(38)], 'victim', 'network')
  assert.ok(many <= few + 0.05, `${few} ${many}`)
  assert.ok(shareOf('suspect_network', 'network', many) < 0.5, String(many))
})

test('only those who came next to a user are asked about one key, however many there are', () => {
  const crowd = Array.from({ length: 3_000 }, (_, index) =>
    account(`m${index}`, 0, { line: ['carrier'] }, index * 1_000),
  )
  const bad = Array.from({ length: 40 }, (_, index) =>
    account(`b${index}`, 4, { line: ['carrier'] }, 2_900_000 + index),
  )
  const facts = comparePeers([...crowd, ...bad])
  assert.ok((facts.get('m10') ?? noPeers).line < 0)
})

test('worse peers never make anybody less suspect', () => {
  let said = 0
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.double({ min: 0, max: 3, noNaN: true }), fc.nat(3), fc.nat(48)), {
        minLength: 3,
        maxLength: 12,
      }),
      fc.nat(11),
      fc.double({ min: 0.1, max: 3, noNaN: true }),
      (rows, place, more) => {
        const others = people.map((one) => ({ ...one, evidence: 0 }))
        const profiles = rows.map(([evidence, line, hour], index) =>
          account(`u${index}`, evidence, { line: [`line ${line}`] }, hour * hourMs),
        )
        const worse = profiles.map((one, index) =>
          index === place % profiles.length ? { ...one, evidence: one.evidence + more } : one,
        )
        const [before, after] = [comparePeers([...others, ...profiles]), comparePeers([...others, ...worse])]
        for (const { user, keys } of profiles) {
          // The usual value moves by a little when somebody gets worse.
          const [one, other] = [(before.get(user) ?? noPeers).line, (after.get(user) ?? noPeers).line]
          assert.ok(other >= one - 0.04, `${one} ${other} ${keys.line[0]}`)
          if (other > one + 0.05) said += 1
        }
      },
    ),
    { numRuns: 100 },
  )
  assert.ok(said > 20, String(said))
})
