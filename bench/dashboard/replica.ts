import { execFile } from 'node:child_process'
import { appendFile, chmod, chown, cp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import {
  findRunningEmbeddedPostgres,
  startEmbeddedPostgres,
} from '../../packages/embedded-postgres/src/embedded-postgres.ts'

interface Replica {
  readonly url: string
  readonly port: number
  readonly dataDir: string
}

const port = 18_991

/** A copy of the database of a folder, which does not run; `url` is where it ran last. */
export async function copyAsReplica(
  url: string,
  { dataDir: source, folder }: { readonly dataDir: string; readonly folder: string },
): Promise<Replica> {
  const dataDir = join(folder, 'replica')
  await rm(dataDir, { recursive: true, force: true })
  await cp(source, dataDir, { recursive: true, preserveTimestamps: true })
  await chmod(dataDir, 0o755)
  const { uid, gid } = await stat(join(source, 'postgres'))
  const cluster = join(dataDir, 'postgres')
  await chown(cluster, uid, gid)
  for (const name of await readdir(cluster, { recursive: true })) await chown(join(cluster, name), uid, gid)
  const address = new URL(url)
  address.port = String(port)
  return { url: address.href, port, dataDir }
}

/** Starts it behind the running database of a folder, with only the processors' time that nobody else wants. */
export async function startReplica(
  { dataDir, port: ownPort }: Replica,
  primaryDir: string,
): Promise<{ stop(): Promise<void> }> {
  const primary = await findRunningEmbeddedPostgres(primaryDir)
  if (primary === undefined) throw new Error('the database does not run')
  const { hostname, port: primaryPort, username, password } = new URL(primary)
  const cluster = join(dataDir, 'postgres')
  const source = `host=${hostname} port=${primaryPort} user=${username} password=${decodeURIComponent(password)}`
  await appendFile(join(cluster, 'postgresql.auto.conf'), `primary_conninfo = '${source}'\n`)
  await writeFile(join(cluster, 'standby.signal'), '')
  const running = await startEmbeddedPostgres({ dataDir, choosePort: async () => ownPort })
  const [pid = ''] = (await readFile(join(cluster, 'postmaster.pid'), 'utf8')).split('\n')
  const run = promisify(execFile)
  const { stdout } = await run('ps', ['-o', 'pid=', '--ppid', pid])
  for (const one of [pid, ...stdout.trim().split(/\s+/)]) await run('chrt', ['-i', '-p', '0', one])
  // The server looks at it again within seconds.
  await sleep(20_000)
  return { stop: () => running.stop() }
}

/** Prints which reads were answered where, and why. */
export async function tellReads(origin: string): Promise<void> {
  const metrics = await (await fetch(`${origin}/metrics`)).text()
  console.log(
    metrics
      .split('\n')
      .filter((line) => /^quoin_(dashboard_reads|replica_)/.test(line))
      .join('\n'),
  )
}
