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
