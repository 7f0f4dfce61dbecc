import { execFile, execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { chooseAccount, identityOf } from '../../packages/embedded-postgres/src/account.ts'
import { linkLibraries } from '../../packages/embedded-postgres/src/binaries.ts'
import { giveAll } from '../../packages/embedded-postgres/src/give-all.ts'
import { dataPathsIn, readPassword } from '../../packages/embedded-postgres/src/data-paths.ts'
import { startEmbeddedPostgres } from '../../packages/embedded-postgres/src/embedded-postgres.ts'
import type { OlderPostgres } from '../../packages/embedded-postgres/src/older-binaries.ts'
import { loadRows } from '../../packages/server/src/backup/rows/load-rows.ts'
import { readRows } from '../../packages/server/src/backup/rows/database-rows.ts'

interface FoundPostgres extends OlderPostgres {
  readonly programs: string
}

/** Where CI and Debian have PostgreSQL of earlier major versions. */
const folders = [process.env['OLDER_POSTGRES'] ?? '', ...[17, 16, 15].map((n) => `/usr/lib/postgresql/${n}`)]

/** The programs of an earlier PostgreSQL on this machine. */
export async function findOlderPostgres(): Promise<FoundPostgres | undefined> {
  for (const programs of folders) {
    const native = [programs, join(programs, 'native')].find((each) =>
      existsSync(join(each, 'bin', 'initdb')),
    )
    if (programs === '' || native === undefined) continue
    await linkLibraries(native)
    const said = execFileSync(join(native, 'bin', 'postgres'), ['--version'], { encoding: 'utf8' })
    const major = /\(PostgreSQL\) (\d+)/.exec(said)?.[1]
    if (major !== undefined) return { major, programs: native }
  }
  return undefined
}

/** Has the database of a stopped server made by an earlier PostgreSQL, with all its rows, as an earlier Quoin would have. */
export async function makeOlder(dataDir: string, older: FoundPostgres): Promise<void> {
  const paths = dataPathsIn(dataDir)
  const newer = join(dataDir, 'newer')
  await mkdir(newer, { mode: 0o711 })
  await rename(paths.cluster, dataPathsIn(newer).cluster)
  await writeFile(dataPathsIn(newer).passwordFile, await readPassword(paths), { mode: 0o600 })
  const source = await startEmbeddedPostgres({ dataDir: newer })
  await initialise(dataDir, older)
  const target = await startEmbeddedPostgres({ dataDir, older })
  await readRows(source.url, (rows) => loadRows(target.url, rows))
  await target.stop()
  await source.stop()
  await rm(newer, { recursive: true })
}

async function initialise(dataDir: string, { programs }: FoundPostgres): Promise<void> {
  const paths = dataPathsIn(dataDir)
  const account = await chooseAccount(paths.cluster)
  const passwordCopy = join(dataDir, 'password-copy')
  await writeFile(passwordCopy, await readPassword(paths))
  await mkdir(paths.cluster, { mode: 0o700 })
  await giveAll(paths.cluster, account)
  await promisify(execFile)(
    join(programs, 'bin', 'initdb'),
    [
      `--pgdata=${paths.cluster}`,
      '--username=quoin',
      `--pwfile=${passwordCopy}`,
      '--auth=scram-sha-256',
      '--encoding=UTF8',
      '--locale=C',
      '--data-checksums',
      '--no-instructions',
    ],
    { ...identityOf(account), cwd: dataDir },
  )
  await rm(passwordCopy)
}
