import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { printStatements, statementFiles } from '../../../tools/print-statements.ts'

for (const file of Object.keys(statementFiles)) {
  test(`the statements that are derived from columns are the reviewed ones of ${file}`, async () => {
    const reviewed = readFileSync(new URL(`../../../../../${file}`, import.meta.url), 'utf8')
    assert.equal(await printStatements(file), reviewed, 'run: npm run docs:print, and review what differs')
  })
}
