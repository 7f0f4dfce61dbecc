import assert from 'node:assert/strict'
import { test } from 'node:test'
import { beginInTurns } from './begin-in-turns.ts'

function works(...names: readonly string[]) {
  const seen: string[] = []
  const begins = names.map((name) => () => {
    seen.push(`${name} begins`)
    return { stop: async () => void seen.push(`${name} stops`) }
  })
  return { seen, begins }
}

test('works begin one after another, and end in the other order', async (t) => {
  t.mock.timers.enable({ apis: ['setInterval'] })
  const { seen, begins } = works('callbacks', 'jobs', 'alerts')
  const stops = new AsyncDisposableStack()
  beginInTurns(begins, stops)
  assert.deepEqual(seen, ['callbacks begins'])
  t.mock.timers.tick(60_000)
  assert.deepEqual(seen, ['callbacks begins', 'jobs begins', 'alerts begins'])
  await stops.disposeAsync()
  assert.deepEqual(seen.slice(3), ['alerts stops', 'jobs stops', 'callbacks stops'])
})

test('a work whose turn had not come when the process stops is never begun', async (t) => {
  t.mock.timers.enable({ apis: ['setInterval'] })
  const { seen, begins } = works('callbacks', 'jobs')
  const stops = new AsyncDisposableStack()
  beginInTurns(begins, stops)
  await stops.disposeAsync()
  t.mock.timers.tick(60_000)
  assert.deepEqual(seen, ['callbacks begins', 'callbacks stops'])
})

test('a work that fails to stop keeps no other from stopping, and is heard of', async (t) => {
  t.mock.timers.enable({ apis: ['setInterval'] })
  const { seen, begins } = works('callbacks')
  const fails = () => ({ stop: () => Promise.reject(new Error('it hangs')) })
  const stops = new AsyncDisposableStack()
  beginInTurns([...begins, fails], stops)
  t.mock.timers.tick(60_000)
  await assert.rejects(stops.disposeAsync(), /it hangs/)
  assert.deepEqual(seen, ['callbacks begins', 'callbacks stops'])
})
