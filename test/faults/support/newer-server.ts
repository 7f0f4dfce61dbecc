import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { repository } from '../../support/run-program.ts'

/** The next version of Quoin: this one with one migration more. Returns the words that start it, for node. */
export function makeNewerServer(t: TestContext, sql: string): readonly string[] {
  const folder = mkdtempSync(join(tmpdir(), 'quoin-newer-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  const packages = join(folder, 'packages')
  mkdirSync(join(packages, 'server'), { recursive: true })
  symlinkSync(join(repository, 'node_modules'), join(folder, 'node_modules'))
  symlinkSync(join(repository, 'examples'), join(folder, 'examples'))
  for (const name of readdirSync(join(repository, 'packages'))) {
    if (name !== 'server') symlinkSync(join(repository, 'packages', name), join(packages, name))
  }
  const own = join(repository, 'packages', 'server')
  for (const name of readdirSync(own)) {
    const isCopied = ['bin', 'src', 'migrations', 'package.json'].includes(name)
    if (isCopied) cpSync(join(own, name), join(packages, 'server', name), { recursive: true })
    else symlinkSync(join(own, name), join(packages, 'server', name))
  }
  writeFileSync(join(packages, 'server', 'migrations', '9999_takes_long.sql'), sql)
  return [join(packages, 'server', 'bin', 'quoin.js'), 'serve']
}
