import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * `npm run lock`: brings package-lock.json in line with package.json, and gives each package an address. Without addresses
 * `npm ci` reads the list of all versions of each package first, which takes longer than the rest of its work.
 */
const root = join(import.meta.dirname, '..')
const file = join(root, 'package-lock.json')
/** A name that no registry can have; .npmrc lets npm put its own in place of it. */
const registry = 'https://registry.invalid/'

interface Entry {
  readonly name?: string
  readonly version: string
  readonly resolved?: string
  readonly integrity?: string
}

const words = ['install', '--package-lock-only', '--ignore-scripts', '--no-audit', '--no-fund']
const { status } = spawnSync('npm', words, {
  cwd: root,
  stdio: 'inherit',
  shell: process.platform === 'win32',
})
if (status !== 0) throw new Error('npm did not make a lock file.')
const lock = JSON.parse(readFileSync(file, 'utf8')) as { packages: Record<string, Entry> }
for (const [path, entry] of Object.entries(lock.packages))
  if (entry.integrity !== undefined) lock.packages[path] = withAddress(path, entry)
writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`)

/** An alias has the name of its package as a member. */
function withAddress(path: string, { name: alias, version, resolved: _, ...rest }: Entry): Entry {
  const name = alias ?? path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
  const file = `${name.split('/').at(-1)}-${version}.tgz`
  return { ...(alias && { name: alias }), version, resolved: `${registry}${name}/-/${file}`, ...rest }
}
