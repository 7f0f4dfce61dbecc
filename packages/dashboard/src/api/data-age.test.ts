import assert from 'node:assert/strict'
import { test } from 'node:test'
import { oldestAgeSec } from './data-age.ts'

const held = (data: unknown, isActive = true) => ({ state: { data }, isActive: () => isActive })

test('the age of a page is that of its oldest answer, of lists too, and others do not count', () => {
  assert.equal(oldestAgeSec([held(undefined), held({ data: [] })]), undefined)
  const pages = { pages: [{ dataAgeSec: 2 }, { dataAgeSec: 4 }, {}] }
  assert.equal(oldestAgeSec([held({ dataAgeSec: 1 }), held(pages), held({ dataAgeSec: 9 }, false)]), 4)
})
