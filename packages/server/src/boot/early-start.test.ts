import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openAhead } from './early-start.ts'
import type { OpenedDatabase } from './open-database.ts'

/** Opens a database under the number of the attempt; the attempts named fail. */
function attempts({ failing = [] }: { failing?: readonly number[] } = {}) {
  const state = { opened: 0, closed: [] as number[] }
  const open = async (onLaunch?: () => void): Promise<OpenedDatabase> => {
    const attempt = ++state.opened
    onLaunch?.()
    await new Promise((resolve) => setImmediate(resolve))
    if (failing.includes(attempt)) throw new Error(`attempt ${attempt} failed`)
    const close = async (): Promise<void> => void state.closed.push(attempt)
    return { url: `attempt ${attempt}`, close } as OpenedDatabase // the parts that are asked for here
  }
  return { state, open }
}

test('a database is opened before anybody asks, and whoever asks first gets that one', async () => {
  const { state, open } = attempts()
  const ahead = openAhead(open)
  assert.equal(state.opened, 1)
  assert.equal((await ahead.openDatabase()).url, 'attempt 1')
  assert.equal((await ahead.openDatabase()).url, 'attempt 2')
})

test('a failure is heard by whoever asks, however late; the next attempt begins anew', async () => {
  const { open } = attempts({ failing: [1] })
  const ahead = openAhead(open)
  await ahead.launched
  await new Promise((resolve) => setTimeout(resolve, 5))
  await assert.rejects(ahead.openDatabase(), /attempt 1 failed/)
  assert.equal((await ahead.openDatabase()).url, 'attempt 2')
})

test('a failure that may come of being busy is nobody’s answer: whoever asks gets another attempt', async () => {
  const once = openAhead(attempts({ failing: [1] }).open, { isTriedAgain: true })
  await once.launched
  assert.equal((await once.openDatabase()).url, 'attempt 2')
  const twice = openAhead(attempts({ failing: [1, 2] }).open, { isTriedAgain: true })
  await assert.rejects(twice.openDatabase(), /attempt 2 failed/)
})

test('a database that nobody asked for is closed, and one that was given away is its new owner’s', async () => {
  const unasked = attempts()
  await openAhead(unasked.open).close()
  assert.deepEqual(unasked.state.closed, [1])
  const asked = attempts()
  const ahead = openAhead(asked.open)
  await ahead.openDatabase()
  await ahead.close()
  assert.deepEqual(asked.state.closed, [])
  await openAhead(attempts({ failing: [1] }).open).close()
})

test('the rest of the program is not kept waiting by a database that fails before it is launched', async () => {
  await openAhead(() => Promise.reject(new Error('no binaries'))).launched
})
