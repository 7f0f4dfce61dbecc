import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ServerWatch } from './server-watch.ts'

const first = { system: '7300000000000000001', timeline: 1, databaseId: 5 }
const noted = new Map<string, number>()
const memory = {
  read: (system: string) => noted.get(system),
  write: (system: string, timeline: number) => void noted.set(system, timeline),
}

async function begun(server = first): Promise<{ watch: ServerWatch; adopted: () => number }> {
  noted.clear()
  const watch = new ServerWatch({ memory })
  let adopted = 0
  const admit = watch.admit.bind(watch)
  watch.admit = (seen) => admit(seen, async () => (adopted += 1))
  await watch.admit(server, async () => {})
  watch.trust()
  return { watch, adopted: () => adopted }
}

test('the same server is admitted as it is, a later timeline once it is adopted', async () => {
  const { watch, adopted } = await begun()
  await watch.admit(first, async () => {})
  assert.equal(adopted(), 0)
  await watch.admit({ ...first, timeline: 2 }, async () => {})
  await watch.admit({ ...first, timeline: 2 }, async () => {})
  assert.equal(adopted(), 1)
  assert.deepEqual([...noted], [[first.system, 2]])
})

test('an earlier timeline, another cluster and a database made anew are refused', async () => {
  const { watch, adopted } = await begun({ ...first, timeline: 3 })
  for (const [other, why] of [
    [{ ...first, timeline: 2 }, /old primary, on timeline 2 while timeline 3 was written to/],
    [{ ...first, timeline: 4, system: '8' }, /not the database that Quoin was started with/],
    [{ ...first, timeline: 3, databaseId: 6 }, /not the database that Quoin was started with/],
  ] as const) {
    await assert.rejects(
      watch.admit(other, async () => {}),
      why,
    )
  }
  assert.equal(adopted(), 0)
  await watch.admit({ ...first, timeline: 3 }, async () => {})
})

test('a timeline that cannot be adopted is not known afterwards', async () => {
  const watch = new ServerWatch()
  await watch.admit(first, async () => {})
  watch.trust()
  const later = { ...first, timeline: 2 }
  await assert.rejects(
    watch.admit(later, () => Promise.reject(new Error('a lock'))),
    /a lock/,
  )
  let adopted = 0
  await watch.admit(later, async () => (adopted += 1))
  assert.equal(adopted, 1)
})

test('a process that comes later begins with what others of its folder have written to', async () => {
  const { watch } = await begun()
  await watch.admit({ ...first, timeline: 2 }, async () => {})
  const worker = new ServerWatch({ memory, isFirst: false })
  await assert.rejects(
    worker.admit(first, async () => {}),
    /old primary/,
  )
  await worker.admit({ ...first, timeline: 2 }, async () => {})
  // A start by a person takes the database as it is.
  const restarted = new ServerWatch({ memory })
  await restarted.admit(first, async () => {})
  restarted.trust()
  assert.deepEqual([...noted], [[first.system, 1]])
})

test('a server that does not tell its cluster or timeline is known by its database', async () => {
  const silent = { system: undefined, timeline: undefined, databaseId: 5 }
  const watch = new ServerWatch()
  await watch.admit(silent, async () => {})
  watch.trust()
  await watch.admit(silent, () => Promise.reject(new Error('nothing to adopt')))
  await assert.rejects(
    watch.admit({ ...silent, databaseId: 6 }, async () => {}),
    /made anew/,
  )
})
