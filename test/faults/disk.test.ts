import assert from 'node:assert/strict'
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { until } from '../support/eventually.ts'
import { createFaultWorld, type FaultWorld } from './support/fault-world.ts'
import { assertNothingLost, describe } from './support/journal.ts'
import { startOwnDatabase } from './support/own-database.ts'
import type { RunningLoad } from './support/visitors.ts'

const hasStrace = spawnSync('strace', ['-V']).status === 0
const needsStrace = hasStrace ? {} : { skip: 'strace is not installed' }
const needsLinux = process.platform === 'linux' ? {} : { skip: 'the limits of a process are set as on Linux' }

/** The largest size of one file of the server: a disk that fills up in the middle of a line. */
const fileMaxBytes = 64 * 1024

function counted({ seen }: RunningLoad, what: string): number {
  return seen.answers.get(what) ?? 0
}

async function finish(t: TestContext, world: FaultWorld, load: RunningLoad): Promise<void> {
  await load.stop()
  await world.settle()
  const verdict = await world.judge()
  t.diagnostic(`${describe(verdict)}; ${JSON.stringify([...load.seen.answers])}`)
  assertNothingLost(verdict)
}

async function untilCounted(load: RunningLoad, what: string, times: number): Promise<void> {
  await until(() => counted(load, what) >= times, `there were ${times} × ${what}`).catch((cause) => {
    throw new Error(`until then there were ${JSON.stringify([...load.seen.answers])}`, { cause })
  })
}

test(
  'a disk that fills up in the middle of a line costs an answer, and no acknowledged click',
  needsLinux,
  async (t) => {
    const database = await startOwnDatabase(t)
    const under = ['sh', '-c', `ulimit -f ${fileMaxBytes / 512} && exec "$@"`, 'sh']
    const world = await createFaultWorld(t, { database, under })
    await database.stop()
    const load = world.load({ visitors: 16, networks: 0 })
    await untilCounted(load, 'click 503', 20)
    const spool = join(world.dataDir, 'spool')
    const files = readdirSync(spool).filter((name) => name.startsWith('clicks-'))
    assert.ok(
      files.some((name) => statSync(join(spool, name)).size === fileMaxBytes),
      'no file has met the limit',
    )
    await database.start()
    await untilCounted(load, 'click 302', 1_000)
    await finish(t, world, load)
  },
)

test(
  'a disk that cannot be synced acknowledges nothing while the database is away',
  needsStrace,
  async (t) => {
    const database = await startOwnDatabase(t)
    // Nothing else in the server syncs data.
    const under = ['strace', '-f', '-qq', '--seccomp-bpf', '-o', '/dev/null']
    const world = await createFaultWorld(t, {
      database,
      under: [...under, '-e', 'trace=fdatasync', '-e', 'inject=fdatasync:error=EIO'],
    })
    await database.stop()
    const load = world.load({ visitors: 8, networks: 0 })
    await untilCounted(load, 'click 503', 50)
    assert.equal(counted(load, 'click 302'), 0)
    await database.start()
    await untilCounted(load, 'click 302', 200)
    await finish(t, world, load)
    // strace itself does not listen to it.
    world.server().signal('SIGTERM', 'group')
    await world.server().ended
  },
)

for (const [fault, injection] of [
  ['cannot sync its log', 'fdatasync:error=EIO:when=40'],
  ['meets a full disk', 'pwrite64:error=ENOSPC:when=60'],
] as const) {
  test(
    `a PostgreSQL that ${fault} stops, comes back, and has all that was acknowledged`,
    needsStrace,
    async (t) => {
      const world = await createFaultWorld(t)
      const load = world.load()
      await delay(500)
      const pids = (await world.databasePids()).flatMap((pid) => ['-p', String(pid)])
      const [name = ''] = injection.split(':')
      const strace = spawn(
        'strace',
        ['-f', '-qq', ...pids, '-e', `trace=${name}`, '-e', `inject=${injection}`],
        {
          stdio: ['ignore', 'ignore', 'pipe'],
        },
      )
      t.after(() => strace.kill())
      const said = await firstWords(strace)
      if (/Operation not permitted/.test(said)) return t.skip('this account may not trace other processes')
      assert.match(said, /INJECTED/)
      await untilCounted(load, 'postback 503', 1)
      strace.kill()
      await delay(1_000)
      await finish(t, world, load)
      assert.equal(counted(load, 'click 503') + counted(load, 'click broken'), 0)
    },
  )
}

/** Until it says that it has injected a fault, or that it may not. */
async function firstWords(strace: ChildProcess): Promise<string> {
  let said = ''
  const ended = once(strace, 'exit')
  strace.stderr?.setEncoding('utf8')
  strace.stderr?.on('data', (text: string) => {
    said += text
  })
  for (let waits = 0; waits < 1_200; waits += 1) {
    if (/INJECTED|not permitted/.test(said)) break
    await Promise.race([delay(50), ended])
  }
  return said
}
