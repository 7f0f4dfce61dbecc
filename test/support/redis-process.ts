import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findFreePort } from '@quoin/embedded-postgres/free-port.ts'

/** Why tests of Redis are left out; false where they can be run. */
export const withoutRedis =
  spawnSync('redis-server', ['--version']).status === 0 ? false : 'redis-server is not installed'

export interface RedisProcess {
  readonly port: number
  /** It is there, and does not answer. */
  hang(): void
  goOn(): void
  stop(): Promise<void>
}

const options = ['--bind', '127.0.0.1', '--save', '', '--appendonly', 'no']

/** A real server on a free port of this machine. */
export async function startRedis(port?: number, more: readonly string[] = []): Promise<RedisProcess> {
  const own = port ?? (await findFreePort())
  return await start(own, ['--port', String(own), ...options, ...more])
}

/** A node of a cluster, which has no slots yet; its folder goes with it. */
export async function startRedisNode(): Promise<RedisProcess & { readonly busPort: number }> {
  const folder = await mkdtemp(join(tmpdir(), 'quoin-redis-'))
  const busPort = await findFreePort()
  const cluster = ['--cluster-enabled', 'yes', '--cluster-port', String(busPort), '--dir', folder]
  const node = await startRedis(undefined, cluster)
  return { ...node, busPort, stop: () => node.stop().then(() => rm(folder, { recursive: true })) }
}

/** A sentinel that watches masters by their names. */
export async function startSentinel(masters: Readonly<Record<string, number>>): Promise<RedisProcess> {
  const folder = await mkdtemp(join(tmpdir(), 'quoin-sentinel-'))
  const file = join(folder, 'sentinel.conf')
  const port = await findFreePort()
  const watched = Object.entries(masters).map(([name, at]) => `sentinel monitor ${name} 127.0.0.1 ${at} 1\n`)
  await writeFile(file, `port ${port}\nbind 127.0.0.1\ndir ${folder}\n${watched.join('')}`)
  const sentinel = await start(port, [file, '--sentinel'])
  return { ...sentinel, stop: () => sentinel.stop().then(() => rm(folder, { recursive: true })) }
}

async function start(port: number, words: readonly string[]): Promise<RedisProcess> {
  const child = spawn('redis-server', words, { stdio: ['ignore', 'pipe', 'inherit'] })
  for await (const chunk of child.stdout) {
    if (/Ready to accept connections|Sentinel ID is/.test(String(chunk))) break
  }
  child.stdout.resume()
  return {
    port,
    hang: () => void child.kill('SIGSTOP'),
    goOn: () => void child.kill('SIGCONT'),
    stop: () => end(child),
  }
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGKILL')
  await ended
}
