import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { promisify } from 'node:util'

import type { Account } from './account.ts'
import { type Binaries, executable, openBinaries, packageOfThisMachine } from './binaries.ts'
import { childEnvironment } from './process-of.ts'

/** A PostgreSQL of an earlier major version, which made the data that is to be read. */
export interface OlderPostgres {
  /** `17` */
  readonly major: string
  /** A folder with `bin/postgres`, or that `bin`; else the one in the data directory. */
  readonly programs?: string | undefined
}

/** npm takes no range of these packages' versions: all of them are called preliminary. */
const lastVersions: Readonly<Record<string, string>> = {
  '15': '15.18.0-beta.17',
  '16': '16.14.0-beta.17',
  '17': '17.10.0-beta.17',
}

/** The folder of a data directory that programs of an older PostgreSQL are installed into. */
export function programsIn(dataDir: string, major: string): string {
  return join(resolve(dataDir), `postgres-${major}-programs`)
}

/** The programs that read the data of an older PostgreSQL. Throws a sentence with the way to them where they are not there. */
export async function prepareOlderBinaries(
  { major, programs }: OlderPostgres,
  { dataDir, account }: { readonly dataDir: string; readonly account: Account | undefined },
): Promise<Binaries> {
  const folders =
    programs === undefined
      ? [join(programsIn(dataDir, major), 'node_modules', packageOfThisMachine(), 'native')]
      : [programs, join(programs, 'native'), dirname(resolve(programs))]
  const native = folders.find((folder) => existsSync(join(folder, 'bin', executable('postgres'))))
  if (native === undefined) throw programs === undefined ? notHere(dataDir, major) : noneIn(programs)
  const binaries = await openBinaries({ native: resolve(native), version: major }, account)
  await assertMajor(binaries, major)
  return binaries
}

function notHere(dataDir: string, major: string): Error {
  const version = lastVersions[major]
  const otherwise = 'name a folder that has them by --old-binaries'
  const install = `run npm install --prefix ${programsIn(dataDir, major)} ${packageOfThisMachine()}@${version}, and this command again`
  return new Error(
    `The programs of PostgreSQL ${major}, which made the database, are not here: ` +
      (version === undefined ? otherwise : `${install}, or ${otherwise}`),
  )
}

function noneIn(programs: string): Error {
  return new Error(`There is no bin/postgres in ${resolve(programs)}`)
}

async function assertMajor({ postgres }: Binaries, major: string): Promise<void> {
  const { stdout } = await promisify(execFile)(postgres, ['--version'], { env: childEnvironment }).catch(
    (cause: Error) => {
      throw new Error(`${postgres} does not run here: ${cause.message}`, { cause })
    },
  )
  const found = /\(PostgreSQL\) (\d+)/.exec(stdout)?.[1]
  if (found !== major)
    throw new Error(`${postgres} is PostgreSQL ${found}, and the database was made by PostgreSQL ${major}`)
}
