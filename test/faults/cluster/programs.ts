import { spawnSync } from 'node:child_process'
import { globSync } from 'node:fs'
import { dirname } from 'node:path'

interface Program {
  readonly debianPackage: string
  readonly isThere: () => boolean
}

/** An ordinary user's search path leaves the folders of system programs out. */
export const searchPath = `${process.env['PATH'] ?? ''}:/usr/sbin:/sbin`

function answers(file: string, ...words: readonly string[]): boolean {
  return spawnSync(file, words, { env: { ...process.env, PATH: searchPath } }).status === 0
}

const needed: readonly Program[] = [
  { debianPackage: 'patroni', isThere: () => answers('patroni', '--version') },
  {
    debianPackage: 'python3-etcd',
    isThere: () => answers('/usr/bin/python3', '-c', 'import etcd, psycopg2'),
  },
  { debianPackage: 'etcd-server', isThere: () => answers('etcd', '--version') },
  { debianPackage: 'haproxy', isThere: () => answers('haproxy', '-v') },
  { debianPackage: 'postgresql', isThere: () => findPostgres() !== undefined },
]

export const hasRedis = (): boolean => answers('redis-server', '--version')

/** The newest of Debian's PostgreSQL servers: the folder of its programs. */
export function findPostgres(): string | undefined {
  const numberOf = (path: string): number => Number(path.split('/')[4])
  const [newest] = globSync('/usr/lib/postgresql/*/bin/initdb').toSorted(
    (one, other) => numberOf(other) - numberOf(one),
  )
  return newest === undefined ? undefined : dirname(newest)
}

/** One sentence with the line that mends it; undefined where all is installed that a cluster needs. */
export function missingForCluster(): string | undefined {
  if (process.platform !== 'linux') return 'The cluster needs Linux: each of its nodes is a loopback address.'
  return missingOf('The cluster', needed)
}

/** The same for what needs a HAProxy alone. */
export function missingForProxy(): string | undefined {
  return missingOf(
    'The test',
    needed.filter(({ debianPackage }) => debianPackage === 'haproxy'),
  )
}

function missingOf(needing: string, programs: readonly Program[]): string | undefined {
  const missing = programs.filter(({ isThere }) => !isThere()).map(({ debianPackage }) => debianPackage)
  if (missing.length === 0) return undefined
  return `${needing} needs programs that are not installed: apt-get install --no-install-recommends ${missing.join(' ')}`
}
