import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { chooseHost, EarlierServerError, type HostAnswer } from './choose-host.ts'
import { NoSessionError } from './connection-faults.ts'
import { isLater, type ServerRank } from './server-rank.ts'

const server = { system: 's', timeline: 5, acceptances: 0, databaseId: 5, isReadOnly: false }

function answer(name: string, given: Partial<typeof server> = {}): HostAnswer {
  return { url: `postgres://${name}:5432/quoin`, server: { ...server, ...given } }
}

function silent(name: string): HostAnswer {
  return { url: `postgres://${name}:5432/quoin`, failure: new Error('timeout expired') }
}

const remembered = { system: 's', timeline: 7, acceptances: 0 }

for (const { title, hosts, memory, taken, refused } of [
  {
    title: 'the later timeline of two that take writes is taken, whatever the order',
    hosts: [answer('old', { timeline: 5 }), answer('new', { timeline: 7 })],
    taken: 'new',
  },
  {
    title: 'the first of equals is taken',
    hosts: [silent('gone'), answer('one'), answer('two')],
    taken: 'one',
  },
  {
    title: 'an acceptance outweighs a timeline',
    hosts: [answer('left', { timeline: 9 }), answer('accepted', { acceptances: 1 })],
    taken: 'accepted',
  },
  {
    title: 'an old primary is refused while a standby of a later one is there',
    hosts: [answer('old'), answer('standby', { timeline: 7, isReadOnly: true })],
    refused: /on timeline 5 while timeline 7 is on standby:5432/,
  },
  {
    title: 'an old primary is refused while the leader is away, by memory',
    hosts: [answer('old'), silent('leader')],
    memory: remembered,
    refused: /on timeline 5 while timeline 7 was written to/,
  },
  {
    title: 'a later one than was remembered is taken',
    hosts: [answer('newest', { timeline: 8 }), silent('leader')],
    memory: remembered,
    taken: 'newest',
  },
  {
    title: 'another cluster is left out while one of the remembered is there, though it only reads',
    hosts: [
      answer('other', { system: 'o', timeline: 9 }),
      answer('standby', { timeline: 7, isReadOnly: true }),
    ],
    memory: remembered,
    refused: /read-only/,
  },
  {
    title: 'another cluster is taken where only that is there',
    hosts: [silent('leader'), answer('restored', { system: 'o', timeline: 1 })],
    memory: remembered,
    taken: 'restored',
  },
  {
    title: 'where nobody takes writes the reason is the one of a host that answers',
    hosts: [silent('gone'), answer('standby', { isReadOnly: true })],
    refused: /^it is read-only$/,
  },
  { title: 'where nobody answers all reasons are told', hosts: [silent('a')], refused: /timeout expired/ },
] as const) {
  test(title, () => {
    const memoryOf = memory ?? undefined
    if (taken !== undefined) {
      assert.equal(chooseHost(hosts, memoryOf), `postgres://${taken}:5432/quoin`)
      return
    }
    assert.throws(
      () => chooseHost(hosts, memoryOf),
      (error) => error instanceof NoSessionError && refused.test(error.message),
    )
  })
}

const ranks: fc.Arbitrary<ServerRank & { timeline: number }> = fc.record({
  acceptances: fc.nat({ max: 2 }),
  timeline: fc.integer({ min: 1, max: 4 }),
})

test('ranks are in one order: of two different ones exactly one is later, and later than later is later', () => {
  const met = { later: 0, earlier: 0, equal: 0, chain: 0 }
  fc.assert(
    fc.property(ranks, ranks, ranks, (one, two, three) => {
      const isEqual = one.acceptances === two.acceptances && one.timeline === two.timeline
      assert.equal(Number(isLater(one, two)) + Number(isLater(two, one)), isEqual ? 0 : 1)
      if (isEqual) met.equal += 1
      else if (isLater(one, two)) met.later += 1
      else met.earlier += 1
      if (!isLater(one, two) || !isLater(two, three)) return
      met.chain += 1
      assert.ok(isLater(one, three))
    }),
    { numRuns: 2_000 },
  )
  for (const [what, count] of Object.entries(met)) assert.ok(count > 50, `${what}: ${count}`)
})

const answers: fc.Arbitrary<HostAnswer[]> = fc
  .array(fc.record({ rank: ranks, isReadOnly: fc.boolean(), isGone: fc.boolean() }), {
    minLength: 1,
    maxLength: 4,
  })
  .map((hosts) =>
    hosts.map(({ rank, isReadOnly, isGone }, place) =>
      isGone ? silent(`h${place}`) : answer(`h${place}`, { ...rank, isReadOnly }),
    ),
  )

test('nobody ever writes to a server while an earlier write or a host that answers is later', () => {
  const met = { taken: 0, refusedByMemory: 0, refusedByHost: 0, noneWrites: 0 }
  fc.assert(
    fc.property(answers, fc.option(ranks, { nil: undefined }), (hosts, rank) => {
      const memory = rank && { system: 's', ...rank }
      const there = hosts.flatMap((host) => ('server' in host ? [host] : []))
      const writable = there.filter((host) => !host.server.isReadOnly)
      const isLatest = (one: ServerRank): boolean => there.every((host) => !isLater(host.server, one))
      const mayBe = writable.filter(
        (host) => isLatest(host.server) && (memory === undefined || !isLater(memory, host.server)),
      )
      try {
        const url = chooseHost(hosts, memory)
        met.taken += 1
        assert.equal(url, mayBe[0]?.url)
      } catch (error) {
        assert.ok(error instanceof NoSessionError, String(error))
        assert.deepEqual(mayBe, [])
        if (writable.length === 0) met.noneWrites += 1
        else {
          assert.ok(error instanceof EarlierServerError)
          if (writable.some((host) => isLatest(host.server))) met.refusedByMemory += 1
          else met.refusedByHost += 1
        }
      }
    }),
    { numRuns: 4_000 },
  )
  for (const [what, count] of Object.entries(met)) assert.ok(count > 50, `${what}: ${count}`)
})
