import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { repository } from '../support/run-program.ts'

interface Lock {
  readonly packages: Readonly<Record<string, { readonly resolved?: string; readonly integrity?: string }>>
}

test('every package of the lock file has an address of no registry, or `npm run lock` was forgotten', () => {
  const { packages } = JSON.parse(readFileSync(join(repository, 'package-lock.json'), 'utf8')) as Lock
  const outside = Object.entries(packages).filter(([, { integrity }]) => integrity !== undefined)
  assert.ok(outside.length > 300)
  const strayed = outside.filter(
    ([, { resolved = '' }]) =>
      !/^https:\/\/registry\.invalid\/(?:@[\w.-]+\/)?[\w.-]+\/-\/[\w.-]+\.tgz$/.test(resolved),
  )
  assert.deepEqual(
    strayed.map(([path]) => path),
    [],
  )
  assert.match(readFileSync(join(repository, '.npmrc'), 'utf8'), /^replace-registry-host=always$/m)
})
