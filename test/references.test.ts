import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { repository } from './support/run-program.ts'

/** A section of a document that a reader of this repository does not have. */
const foreign = /\b(?:DECISIONS|DESIGN|FIELD|RELIABILITY|RISK|UX)(?:\.md\b| §|: )|\bspec §/

test('no file refers to a document outside the repository', () => {
  const files = execFileSync('git', ['ls-files', '*.ts', '*.tsx', '*.css', '*.md'], {
    cwd: repository,
    encoding: 'utf8',
  })
    .split('\n')
    .filter((file) => file !== '' && file !== 'test/references.test.ts')
  assert.ok(files.length > 1_000)
  const found = files.filter((file) => foreign.test(readFileSync(`${repository}/${file}`, 'utf8')))
  assert.deepEqual(found, [])
})
