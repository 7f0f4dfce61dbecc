import assert from 'node:assert/strict'
import { test } from 'node:test'
import { LiveSnapshot } from './live-snapshot.ts'

/** A source whose loads are answered one by one, by hand. */
function createSource() {
  const loads: { resolve: (content: string) => void; reject: (error: Error) => void }[] = []
  const load = () => {
    const { promise, ...settle } = Promise.withResolvers<string>()
    loads.push(settle)
    return promise
  }
  return { loads, load }
}

async function openAt(content: string) {
  const source = createSource()
  const live = new LiveSnapshot(source.load)
  const opening = live.refresh()
  source.loads[0]?.resolve(content)
  await opening
  return { ...source, live }
}

/** Lets everything run that waits for nothing but its turn. */
function settle(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}

test('a snapshot is the content of the last complete load', async () => {
  const { live, loads } = await openAt('one')
  const refreshed = live.refresh()
  assert.equal(live.current(), 'one')
  loads[1]?.resolve('two')
  await refreshed
  assert.equal(live.current(), 'two')
})

test('whoever asks while a load is running waits for the next one: the running one may have read too early', async () => {
  const { live, loads } = await openAt('one')
  const early = live.refresh()
  let isSeen = false
  const late = live.refresh().then(() => {
    isSeen = true
  })
  const later = live.refresh()
  loads[1]?.resolve('too early')
  await early
  await settle()
  assert.equal(isSeen, false)
  assert.equal(loads.length, 3, 'one load for all who wait, not one each')
  loads[2]?.resolve('right')
  await Promise.all([late, later])
  assert.equal(live.current(), 'right')
  assert.equal(loads.length, 3)
})

test('a failed load keeps the content, tells who asked, and hinders no later one', async () => {
  const { live, loads } = await openAt('one')
  const failing = live.refresh()
  const next = live.refresh()
  loads[1]?.reject(new Error('the database is away'))
  await assert.rejects(failing, /away/)
  assert.equal(live.current(), 'one')
  await settle()
  loads[2]?.resolve('two')
  await next
  assert.equal(live.current(), 'two')
  const again = live.refresh()
  loads[3]?.resolve('three')
  await again
  assert.equal(live.current(), 'three')
})

test('loads never run side by side', async () => {
  let running = 0
  let most = 0
  const live = new LiveSnapshot(async () => {
    running += 1
    most = Math.max(most, running)
    await settle()
    running -= 1
    return most
  })
  await Promise.all(Array.from({ length: 50 }, () => live.refresh()))
  assert.equal(most, 1)
})

test('until the first load there is what was kept, and without it whoever asks is to come back', async () => {
  const { promise, resolve } = Promise.withResolvers<string>()
  const empty = new LiveSnapshot(() => promise)
  const kept = new LiveSnapshot(() => promise, 'kept')
  assert.throws(() => empty.current(), { isUnavailable: true })
  assert.equal(kept.current(), 'kept')
  const loads = [empty.refresh(), kept.refresh()]
  resolve('loaded')
  await Promise.all(loads)
  assert.deepEqual([empty.current(), kept.current()], ['loaded', 'loaded'])
})

test('a first load that fails is told to whoever asked for it', async () => {
  const live = new LiveSnapshot(() => Promise.reject(new Error('no table')))
  await assert.rejects(live.refresh(), /no table/)
})
