import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { printOfferStatements } from '../../../tools/print-offer-statements.ts'

test('the statements that are derived from columns are the reviewed ones', async () => {
  const reviewed = readFileSync(new URL('offer-statements.sql', import.meta.url), 'utf8')
  assert.equal(await printOfferStatements(), reviewed, 'run: npm run docs:print, and review what differs')
})
