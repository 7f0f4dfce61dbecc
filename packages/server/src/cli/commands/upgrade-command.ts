import { rm } from 'node:fs/promises'
import { resolve } from 'node:path'
import { Command } from 'commander'
import { majorVersion } from '@quoin/embedded-postgres/cluster.ts'
import { endExchange, findDataVersion, isExchangeOpen } from '@quoin/embedded-postgres/exchange-clusters.ts'
import { listKept, measureFolder } from '@quoin/embedded-postgres/kept-clusters.ts'
import { programsIn } from '@quoin/embedded-postgres/older-binaries.ts'
import { removeClusterAt } from '@quoin/embedded-postgres/remove-cluster.ts'
import { openLog } from '../../adapters/log/log.ts'
import { systemClock } from '../../adapters/system-clock.ts'
import { isEarlier, upgradeDatabase } from '../../backup/upgrade-database.ts'
import { removeLeftovers } from '../../backup/upgrade-drafts.ts'
import { assertNotMoved } from '../../boot/moved-file.ts'
import { readSettings } from '../../settings/config.ts'
import { printResult } from '../print-result.ts'
import { terminal } from '../terminal.ts'

/** `quoin upgrade-database …` */
export function upgradeCommand(): Command {
  return new Command('upgrade-database')
    .option(
      '--old-binaries <folder>',
      'a folder with bin/postgres of the version that made the database; else the one that was installed into DATA_DIR',
    )
    .option('--forget-old', 'delete the databases that earlier upgrades have left, and their programs')
    .action(upgrade)
}

interface UpgradeOptions {
  readonly oldBinaries?: string
  readonly forgetOld?: true
}

async function upgrade({ oldBinaries, forgetOld }: UpgradeOptions): Promise<void> {
  const { databaseUrl, dataDir: given } = readSettings(terminal().environment)
  const dataDir = resolve(given)
  if (databaseUrl !== null)
    throw new Error(
      'DATABASE_URL names a database of your own: upgrade its server by its usual means, such as pg_upgrade',
    )
  await assertNotMoved(dataDir)
  const begunMs = systemClock.nowMs()
  if (await isExchangeOpen(dataDir)) {
    await removeLeftovers(dataDir)
    await endExchange(dataDir)
    terminal().print(printResult({ to: majorVersion, ...(await tellOld(dataDir)) }))
    return
  }
  const from = await findDataVersion(dataDir)
  if (from === undefined) throw new Error(`There is no database in ${dataDir}`)
  if (from === majorVersion) {
    terminal().print(printResult(forgetOld ? await forget(dataDir) : await nothingToDo(dataDir)))
    return
  }
  if (!isEarlier(from))
    throw new Error(
      `${dataDir} holds ${from === '' ? 'no data of PostgreSQL' : `data of PostgreSQL ${from}`}, and this Quoin brings PostgreSQL ${majorVersion}`,
    )
  if (forgetOld)
    throw new Error(`The database in use is of PostgreSQL ${from}: upgrade it first, without --forget-old`)
  const log = openLog('warn')
  const { kept: _kept, ...upgraded } = await upgradeDatabase({
    dataDir,
    from,
    programs: oldBinaries,
    log: (sentence) => log.info({}, sentence),
  })
  const seconds = Math.round((systemClock.nowMs() - begunMs) / 1000)
  terminal().print(printResult({ from, to: majorVersion, ...upgraded, seconds, ...(await tellOld(dataDir)) }))
}

async function nothingToDo(dataDir: string): Promise<Record<string, unknown>> {
  await removeLeftovers(dataDir)
  const old = (await listKept(dataDir)).length > 0 ? await tellOld(dataDir) : {}
  return { next: `The database is of PostgreSQL ${majorVersion}: there is nothing to do.`, ...old }
}

/** The databases that were left behind, and how to be rid of them. */
async function tellOld(dataDir: string): Promise<Record<string, unknown>> {
  const [kept] = (await listEarlier(dataDir)).slice(-1)
  if (kept === undefined) return {}
  const oldBytes = await measureFolder(kept.path)
  const next = `Start Quoin. The old database stays in ${kept.path} until upgrade-database --forget-old deletes it.`
  return { old: kept.path, oldBytes, next }
}

async function listEarlier(dataDir: string): ReturnType<typeof listKept> {
  return (await listKept(dataDir)).filter(({ major }) => isEarlier(major))
}

async function forget(dataDir: string): Promise<Record<string, unknown>> {
  const removed: string[] = []
  let bytes = 0
  for (const { major, path } of await listEarlier(dataDir)) {
    const size = await measureFolder(path)
    if (!(await removeClusterAt(path)))
      throw new Error(`${path} leads to a folder that Quoin did not make: delete both by hand`)
    await rm(programsIn(dataDir, major), { recursive: true, force: true })
    removed.push(path)
    bytes += size
  }
  return { removed, bytes }
}
