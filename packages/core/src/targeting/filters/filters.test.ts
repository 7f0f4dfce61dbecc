import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { test } from 'node:test'
import { targetingFilters } from './index.ts'

test('every file of this folder is a targeting filter of the list, under a name of its own', () => {
  const files = readdirSync(import.meta.dirname).filter((file) => !/^index|\.test\./.test(file))
  const names = files.map((file) => file.replace('.ts', '').replaceAll('-', '_'))
  assert.deepEqual(targetingFilters.map(({ name }) => name).toSorted(), names.toSorted())
})
