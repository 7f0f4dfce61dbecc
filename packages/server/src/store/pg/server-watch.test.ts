import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { isLater } from './server-rank.ts'
import { ServerWatch, type WrittenServer } from './server-watch.ts'

const first = { system: '7300000000000000001', timeline: 1, acceptances: 0, databaseId: 5, isReadOnly: false }
const noted = new Map<string, WrittenServer>()
const memory = {
  list: () => [...noted.values()].reverse(),
  async keep(server: WrittenServer) {
    noted.delete(server.system)
    noted.set(server.system, server)
  },
}

async function begun(server = first): Promise<{ watch: ServerWatch; adopted: () => number }> {
  noted.clear()
  const watch = new ServerWatch({ memory })
  let adopted = 0
  const admit = watch.admit.bind(watch)
  watch.admit = (seen) => admit(seen, async () => (adopted += 1))
  await watch.admit(server, async () => {})
  await watch.trust()
  return { watch, adopted: () => adopted }
}

function rankOf({ system, timeline, acceptances }: typeof first): WrittenServer {
  return { system, timeline, acceptances }
}

const nothing = async (): Promise<void> => {}

test('the same server is admitted as it is, a later timeline once it is adopted', async () => {
  const { watch, adopted } = await begun()
  await watch.admit(first, nothing)
  assert.equal(adopted(), 0)
  await watch.admit({ ...first, timeline: 2 }, nothing)
  await watch.admit({ ...first, timeline: 2 }, nothing)
  assert.equal(adopted(), 1)
  assert.deepEqual(memory.list(), [rankOf({ ...first, timeline: 2 })])
})

test('an earlier timeline, another cluster and a database made anew are refused', async () => {
  const { watch, adopted } = await begun({ ...first, timeline: 3 })
  for (const [other, why] of [
    [{ ...first, timeline: 2 }, /old primary, on timeline 2 while timeline 3 was written to/],
    [{ ...first, timeline: 4, system: '8' }, /not the database that Quoin was started with/],
    [{ ...first, timeline: 3, databaseId: 6 }, /not the database that Quoin was started with/],
  ] as const) {
    await assert.rejects(watch.admit(other, nothing), why)
  }
  assert.equal(adopted(), 0)
  await watch.admit({ ...first, timeline: 3 }, nothing)
})

test('a server that a person has accepted is adopted whatever its timeline, and the branch that was left is refused', async () => {
  const { watch, adopted } = await begun({ ...first, timeline: 3 })
  await watch.admit({ ...first, timeline: 1, acceptances: 1 }, nothing)
  assert.equal(adopted(), 1)
  await assert.rejects(
    watch.admit({ ...first, timeline: 9 }, nothing),
    /on a branch that was left: acceptance 1 was written to, and its own is 0/,
  )
  assert.deepEqual(memory.list(), [rankOf({ ...first, acceptances: 1 })])
})

test('a timeline that cannot be adopted is not known afterwards', async () => {
  const watch = new ServerWatch()
  await watch.admit(first, nothing)
  await watch.trust()
  const later = { ...first, timeline: 2 }
  await assert.rejects(
    watch.admit(later, () => Promise.reject(new Error('a lock'))),
    /a lock/,
  )
  let adopted = 0
  await watch.admit(later, async () => (adopted += 1))
  assert.equal(adopted, 1)
})

test('a process that begins later, be it after a restart, begins with what others of its folder have written to', async () => {
  const { watch } = await begun()
  await watch.admit({ ...first, timeline: 2 }, nothing)
  for (const again of [new ServerWatch({ memory }), new ServerWatch({ memory })]) {
    await assert.rejects(again.admit(first, nothing), /old primary/)
    await again.admit({ ...first, timeline: 2 }, nothing)
    await again.trust()
  }
  assert.deepEqual(memory.list(), [rankOf({ ...first, timeline: 2 })])
})

test('a process that rests hears from its folder that a later server was written to', async () => {
  const { watch: resting } = await begun()
  const other = new ServerWatch({ memory })
  await other.admit({ ...first, timeline: 2 }, nothing)
  await other.trust()
  await assert.rejects(resting.admit(first, nothing), /old primary/)
})

test('a start with another cluster is taken and told, and the memory of the one before stays', async () => {
  await begun({ ...first, timeline: 4 })
  const told: object[] = []
  const restored = { ...first, system: '8', timeline: 1 }
  const watch = new ServerWatch({ memory, onOtherCluster: (clusters) => void told.push(clusters) })
  await watch.admit(restored, nothing)
  await watch.trust()
  assert.deepEqual(told, [{ before: first.system, now: '8' }])
  assert.deepEqual(memory.list(), [rankOf(restored), rankOf({ ...first, timeline: 4 })])
  await assert.rejects(new ServerWatch({ memory }).admit(first, nothing), /old primary/)
})

test('a server that does not tell its cluster or timeline is known by its database', async () => {
  const silent = { system: undefined, timeline: undefined, acceptances: 0, databaseId: 5, isReadOnly: false }
  const watch = new ServerWatch()
  await watch.admit(silent, nothing)
  await watch.trust()
  await watch.admit(silent, () => Promise.reject(new Error('nothing to adopt')))
  await assert.rejects(watch.admit({ ...silent, databaseId: 6 }, nothing), /made anew/)
})

/** One thing that happens to a cluster of several servers and to a machine, by the number of a server. */
const events = fc.array(
  fc.tuple(
    fc.constantFrom('promote', 'accept', 'restart', 'session', 'session', 'session'),
    fc.nat({ max: 2 }),
    fc.nat({ max: 1 }),
  ),
  { minLength: 10, maxLength: 60 },
)

test('whatever is promoted, accepted and restarted, a machine never writes to an earlier server than before', async () => {
  const met = { admitted: 0, adopted: 0, refused: 0, afterAcceptance: 0 }
  await fc.assert(
    fc.asyncProperty(events, async (happened) => {
      const servers = [first, { ...first, timeline: 2 }, first]
      const machines = [0, 1].map(() => makeMachine())
      for (const [what, place, machine] of happened) {
        const server = servers[place] ?? first
        const own = machines[machine] ?? makeMachine()
        if (what === 'promote') servers[place] = { ...server, timeline: server.timeline + 1 }
        if (what === 'accept') {
          // The command knows all of them, and the memory of its machine.
          const acceptances = Math.max(...[...servers, ...own.list()].map((one) => one.acceptances)) + 1
          servers[place] = { ...server, acceptances }
        }
        if (what === 'restart') own.restart()
        if (what !== 'session') continue
        const [before] = own.list()
        const isEarlier = before !== undefined && isLater(before, server)
        const isAdmitted = await own.write(server)
        assert.equal(isAdmitted, !isEarlier)
        if (!isAdmitted) met.refused += 1
        else if (before !== undefined && isLater(server, before)) met.adopted += 1
        else met.admitted += 1
        if (isAdmitted && before !== undefined && server.timeline < before.timeline) met.afterAcceptance += 1
      }
    }),
    { numRuns: 400 },
  )
  for (const [what, count] of Object.entries(met)) assert.ok(count > 50, `${what}: ${count}`)
})

/** A data folder, and the process that works in it. */
function makeMachine() {
  const kept = new Map<string, WrittenServer>()
  const own = {
    list: () => [...kept.values()],
    keep: async (server: WrittenServer) => void kept.set(server.system, server),
  }
  let watch = new ServerWatch({ memory: own })
  return {
    list: own.list,
    restart() {
      watch = new ServerWatch({ memory: own })
    },
    /** Whether the server was written to. */
    async write(server: typeof first): Promise<boolean> {
      try {
        await watch.admit(server, nothing)
      } catch {
        return false
      }
      if (watch.known === undefined) await watch.trust()
      return true
    },
  }
}

test('it is noted once a minute that a server is written to', async () => {
  let nowMs = 0
  let kept = 0
  const counting = {
    list: () => [],
    async keep() {
      kept += 1
    },
  }
  const watch = new ServerWatch({ memory: counting, monotonicMs: () => nowMs })
  await watch.admit(first, nothing)
  await watch.trust()
  for (nowMs = 0; nowMs <= 180_000; nowMs += 100) watch.noteWrite()
  assert.equal(kept, 3)
})
