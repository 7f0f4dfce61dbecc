import assert from 'node:assert/strict'
import { test } from 'node:test'
import { tellMigrations } from './tell-migrations.ts'

test('a migration that is tried again is told once, and its time goes on', () => {
  const said: object[] = []
  let nowMs = 0
  let reason = (): string => ''
  const tell = tellMigrations({
    log: { info: (facts) => said.push(facts) },
    monotonicMs: () => nowMs,
    wait: (given) => {
      reason = given
    },
  })
  const [busy, next] = [
    { name: '0002_busy.sql', done: 1, of: 3 },
    { name: '0003_next.sql', done: 2, of: 3 },
  ]
  tell(busy)
  nowMs += 4_000
  tell({ ...busy })
  assert.equal(reason(), 'its tables are brought up to date: migration 2 of 3, 0002_busy.sql, for 4 s')
  tell(next)
  assert.equal(reason(), 'its tables are brought up to date: migration 3 of 3, 0003_next.sql, for 0 s')
  tell(undefined)
  assert.deepEqual(said, [busy, next])
})
