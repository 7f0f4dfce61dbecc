import assert from 'node:assert/strict'
import { globSync } from 'node:fs'
import { matchesGlob } from 'node:path'
import { before, describe, test } from 'node:test'
import { repository } from '../run-program.ts'
import { chooseTests } from './choose-tests.ts'
import { queriesOnTablesOf } from './changed-tests.ts'
import { type Imports, readImports } from './read-imports.ts'
import { rows } from './rows.ts'

const tests = globSync(['packages/**/*.test.ts', 'test/**/*.test.ts', 'examples/**/*.test.ts'], {
  cwd: repository,
  exclude: ['**/node_modules/**'],
})
let imports: Imports
before(async () => {
  imports = await readImports()
})

function choose(...changed: readonly string[]): readonly string[] {
  const chosen = chooseTests(changed, { tests, imports, filesOfMigration: queriesOnTablesOf })
  assert.notEqual(chosen, 'all')
  return chosen === 'all' ? [] : chosen
}

describe('the tests that a change asks for', () => {
  for (const [changed, wanted] of [
    // By what imports it, through other rules.
    ['packages/core/src/payout/money.ts', 'packages/core/src/payout/convert.test.ts'],
    // Whoever asks the whole server lies beside what was changed, or beside what uses it.
    [
      'packages/server/src/planes/tracking/register-tracking.ts',
      'packages/server/src/planes/tracking/unavailable-links.test.ts',
    ],
    [
      'packages/server/src/features/users/finish-erasures.ts',
      'packages/server/src/planes/publisher/users/erase-user.test.ts',
    ],
    // By the name that the store gives to a room.
    ['packages/server/src/store/caps/caps.ts', 'packages/server/src/features/caps/caps.test.ts'],
    ['packages/dashboard/src/pages/review/review-page.tsx', 'test/browser/review.test.ts'],
    ['packages/wall/src/style/wall.css', 'test/browser/wall.test.ts'],
    ['docs/money.md', 'test/words.test.ts'],
    ['test/support/redis-process.ts', 'packages/server/src/adapters/rate-limiter/redis-rate-limiter.test.ts'],
    ['packages/server/src/store/tracking/clicks.ts', 'packages/server/src/store/tracking/clicks.test.ts'],
  ] as const)
    test(`${changed} asks for ${wanted}`, () => {
      assert.ok(choose(changed).includes(wanted))
    })

  test('a migration asks for the tests of the queries on its tables', () => {
    const [migration = ''] = globSync('packages/server/migrations/*tickets*.sql', { cwd: repository })
    const chosen = choose(migration)
    assert.ok(chosen.includes('packages/server/src/store/tables.test.ts'))
    assert.ok(chosen.includes('packages/server/src/store/tickets/ticket-queue.test.ts'))
  })

  test('a change of the room of one plane does not ask for those of the others', () => {
    const chosen = choose('packages/server/src/planes/wall/register-wall.ts')
    assert.ok(chosen.length < tests.length / 10, `${chosen.length} files`)
  })

  test('where anything may be reached, all tests are asked for', () => {
    for (const file of ['package-lock.json', 'packages/server/src/app.ts', 'test/support/world.ts'])
      assert.equal(chooseTests([file], { tests, imports, filesOfMigration: queriesOnTablesOf }), 'all', file)
  })

  test('every row names sources and tests that exist', () => {
    for (const { sources, tests: wanted } of rows) {
      for (const pattern of sources) assert.ok(globSync(pattern, { cwd: repository }).length > 0, pattern)
      for (const pattern of wanted)
        assert.ok(
          tests.some((file) => matchesGlob(file, pattern)),
          pattern,
        )
    }
  })

  test('every page of the dashboard asks for a test in the browser', () => {
    const pages = globSync('packages/dashboard/src/pages/**/*-page.tsx', { cwd: repository })
    assert.ok(pages.length > 30)
    const without = pages.filter((page) => !choose(page).some((file) => file.startsWith('test/browser/')))
    assert.deepEqual(without, [])
  })
})
