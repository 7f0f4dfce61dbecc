import assert from 'node:assert/strict'
import { test } from 'node:test'
import { clearLeftFolders } from './cluster-folder.ts'
import { withLaboratory } from './laboratory.ts'
import { missingForCluster } from './programs.ts'
import { databaseFailures } from './trial/database-failures.ts'
import { runFailure } from './trial/run-failure.ts'

/** The short form of `npm run cluster:trial`: one failure that ends by itself, and one that has to be healed. */
const chosen = ['leader-machine', 'both-standbys']
const pace = { visitors: 4, seconds: 10 }

test('a cluster as deploy/ha describes it loses nothing when its leader dies, and acknowledges nothing without a standby', {
  skip: missingForCluster() ?? false,
}, async (t) => {
  // A run that was killed may have left one.
  await clearLeftFolders()
  const outcomes = await withLaboratory(new AbortController().signal, async (laboratory) => {
    const made = []
    for (const failure of databaseFailures.filter(({ name }) => chosen.includes(name)))
      made.push(await runFailure(laboratory, failure, pace))
    return made
  })
  assert.equal(outcomes?.length, chosen.length)
  for (const outcome of outcomes ?? []) {
    t.diagnostic(JSON.stringify(outcome))
    const { lost, doubled, ledgerFaults, refused, clicks, postbacks, broken, skipped } = outcome
    assert.deepEqual({ lost, doubled, ledgerFaults }, { lost: 0, doubled: 0, ledgerFaults: 0 })
    assert.deepEqual({ broken, skipped }, { broken: [], skipped: null })
    assert.deepEqual(refused.visitors, {}, 'each visitor was sent on')
    assert.ok(clicks > 100 && postbacks > 100, `${clicks} clicks, ${postbacks} postbacks`)
  }
})
