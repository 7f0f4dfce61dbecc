import assert from 'node:assert/strict'
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { findFreePort } from '../../packages/embedded-postgres/src/free-port.ts'
import { createEmptyDatabase } from '../support/database.ts'
import { until } from '../support/eventually.ts'
import { runQuoin } from '../support/run-program.ts'
import { startServerProcess } from '../support/server-process.ts'

const QUOIN_SECRET = 'a-secret-of-the-pooler-tests-0123456789'
const isThere = spawnSync('pgbouncer', ['--version']).status === 0
const skip = isThere ? false : 'pgbouncer is not installed'

async function isListening(port: number): Promise<boolean> {
  const socket = connect({ port, host: '127.0.0.1' })
  try {
    await once(socket, 'connect')
    return true
  } catch {
    return false
  } finally {
    socket.destroy()
  }
}

/** PgBouncer as its package comes, before an empty database; returns the address of the database through it. */
async function startPgBouncer(t: TestContext, poolMode: string): Promise<string> {
  const { url: direct } = await createEmptyDatabase()
  const folder = await mkdtemp(join(tmpdir(), 'quoin-pgbouncer-'))
  await chmod(folder, 0o755)
  const url = new URL(direct)
  const port = await findFreePort()
  const database = url.pathname.slice(1)
  const password = decodeURIComponent(url.password)
  await writeFile(join(folder, 'users.txt'), `"${url.username}" "${password}"\n`, { mode: 0o644 })
  const configuration = join(folder, 'pgbouncer.ini')
  await writeFile(
    configuration,
    `[databases]
${database} = host=127.0.0.1 port=${url.port} dbname=${database}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = scram-sha-256
auth_file = ${join(folder, 'users.txt')}
pool_mode = ${poolMode}
default_pool_size = 40
`,
  )
  const account = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {}
  const child: ChildProcess = spawn('pgbouncer', ['-q', configuration], { stdio: 'ignore', ...account })
  t.after(async () => {
    const ended = once(child, 'exit')
    if (child.kill('SIGKILL')) await ended
    await rm(folder, { recursive: true })
  })
  await until(() => isListening(port), 'pgbouncer listens')
  url.port = String(port)
  return url.href
}

for (const mode of ['transaction', 'statement']) {
  test(`a pooler in ${mode} mode is refused in one sentence`, { skip }, async (t) => {
    const environment = { DATABASE_URL: await startPgBouncer(t, mode), QUOIN_SECRET }
    const { code, stderr } = await runQuoin(['apps', 'list'], environment)
    assert.equal(code, 1)
    assert.match(
      stderr,
      /^DATABASE_URL leads to a pooler that shares sessions [^\n]+pool_mode = session[^\n]+\n$/,
    )
  })
}

test('a pooler in session mode is as good as none', { skip }, async (t) => {
  const DATABASE_URL = await startPgBouncer(t, 'session')
  const server = await startServerProcess({ environment: { DATABASE_URL, QUOIN_SECRET } })
  t.after(() => server.stop())
  assert.equal((await fetch(`${server.url}/readyz`)).status, 200)
  const created = await runQuoin(['apps', 'create', '--name', 'Pooled'], server.environment)
  assert.equal(created.code, 0)
  const { live } = JSON.parse(created.stdout) as { live: { apiKey: string; apiSecret: string } } // printed so
  const headers = { 'X-API-Key': live.apiKey, 'X-API-Secret': live.apiSecret }
  // It hears of the new app by a notification, and lists by prepared statements.
  await until(async () => {
    const { status } = await fetch(`${server.url}/api/v1/offers?userId=u1`, { headers })
    return status === 200
  }, 'the new app is known')
})
