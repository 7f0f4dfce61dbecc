import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { chmod, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { zstdDecompressSync } from 'node:zlib'
import { type CallbackReceiver, openReceiver } from './support/callback-receiver.ts'
import { until } from './support/eventually.ts'
import { runCommandHere } from './support/run-command.ts'
import { runQuoin } from './support/run-program.ts'
import { type ServerProcess, startServerProcess } from './support/server-process.ts'

/** The first start after a restore, and users who were erased after the moment that it goes back to. */

const folder = await mkdtemp(join(tmpdir(), 'quoin-erasures-'))
await chmod(folder, 0o711)
after(() => rm(folder, { recursive: true, force: true }))

const passphrase = { BACKUP_PASSPHRASE: 'a passphrase of the tests' }
const token = `op_${'t'.repeat(40)}`
const backups = join(folder, 'kept')

/** The files that are whole. */
async function keptErasures(): Promise<string[]> {
  const files = await readdir(join(backups, 'erasures')).catch(() => [])
  return files.filter((file) => file.endsWith('.json'))
}

/** A click of a user in the demo's app. */
async function click(server: ServerProcess, userId: string): Promise<string> {
  const { apiKey, apiSecret } = await credentials(server)
  const headers = { 'x-api-key': apiKey, 'x-api-secret': apiSecret }
  const list = await fetch(`${server.url}/api/v1/offers?userId=${userId}&limit=1`, { headers })
  const { data } = await list.json()
  const link = new URL(data[0].link)
  const answer = await fetch(`${server.url}${link.pathname}${link.search}`, { redirect: 'manual' })
  assert.equal(answer.status, 302)
  return new URL(answer.headers.get('location') ?? '').searchParams.get('click_id') ?? ''
}

async function credentials({ dataDir }: ServerProcess): Promise<{ apiKey: string; apiSecret: string }> {
  return JSON.parse(await readFile(join(dataDir, 'demo.json'), 'utf8'))
}

async function activityOf(server: ServerProcess, userId: string, from: ServerProcess): Promise<number> {
  const { apiKey, apiSecret } = await credentials(from)
  const headers = { 'x-api-key': apiKey, 'x-api-secret': apiSecret }
  const answer = await fetch(`${server.url}/api/v1/users/${userId}/activity`, { headers })
  const { data } = await answer.json()
  return (data.activities ?? data).length
}

test('the first start after a restore waits while the old server goes on, and erases again who was erased since', async () => {
  const server = await startServerProcess({
    environment: { BACKUP_TO: backups, OPERATOR_TOKEN: token, DEMO_MONTH: 'off', ...passphrase },
  })
  await click(server, 'ada')
  const clickId = await click(server, 'bob')
  await fetch(`${server.url}/postback?click_id=${clickId}&payout=1.50&status=approved`)
  const made = await runCommandHere(['backup', backups], { ...server.environment, ...passphrase })
  assert.equal(made.code, 0, made.stderr)
  const { backup } = JSON.parse(made.stdout)
  const { apiKey, apiSecret } = await credentials(server)
  const erased = await fetch(`${server.url}/api/v1/users/ada`, {
    method: 'DELETE',
    headers: { 'x-api-key': apiKey, 'x-api-secret': apiSecret },
  })
  assert.equal(erased.status, 200, await erased.text())
  await until(async () => (await keptErasures()).length === 1, 'it is kept')
  const [file = ''] = await keptErasures()
  assert.doesNotMatch(await readFile(join(backups, 'erasures', file), 'utf8'), /ada/)
  const dataDir = join(folder, 'restored')
  const restored = await runCommandHere(
    ['restore', backups, '--into', dataDir, '--backup', backup],
    passphrase,
  )
  assert.equal(restored.code, 0, restored.stderr)
  const environment = { DEMO: 'off', OPERATOR_TOKEN: token }
  await runCommandHere(['backup', backups], { ...server.environment, ...passphrase })
  const refused = await runQuoin(['serve'], { DATA_DIR: dataDir, PORT: '0', ...environment })
  assert.equal(refused.code, 1)
  assert.match(refused.stderr, /the server that it is a copy of has added to .* start with --accept/)
  const again = await startServerProcess({
    dataDir,
    environment,
    program: [join('packages', 'server', 'bin', 'quoin.js'), 'serve', '--accept'],
  })
  await until(async () => (await activityOf(again, 'ada', server)) === 0, 'ada is erased again')
  assert.ok((await activityOf(again, 'bob', server)) > 0)
  assert.match(
    `${again.said.stdout}${again.said.stderr}`,
    /One erasure of a user since then is applied again.*Ask [a-z-]+ to report again/,
  )
  await again.stop()
  await server.stop()
})

test('the receiver hears of what happens again after a restore under the ids that it knows, and of new things under new ones', async () => {
  const receiver = await openReceiver()
  const to = join(folder, 'told')
  const server = await startServerProcess({
    environment: {
      BACKUP_TO: to,
      OPERATOR_TOKEN: token,
      DEMO_MONTH: 'off',
      OUTGOING_ALLOW: '127.0.0.1/32',
      ...passphrase,
    },
  })
  await addEndpoint(server, receiver.url)
  const [before, after, later] = [
    await click(server, 'cy'),
    await click(server, 'di'),
    await click(server, 'ed'),
  ]
  await until(async () => {
    const names = await readdir(to).catch(() => [])
    return names.some((name) => existsSync(join(to, name, 'backup.json')))
  }, 'the first backup is whole')
  await report(server, before, 'pending')
  await untilTold(receiver, 1)
  const made = await runCommandHere(['backup', to], { ...server.environment, ...passphrase })
  assert.equal(made.code, 0, made.stderr)
  const { backup } = JSON.parse(made.stdout)
  await report(server, before, 'approved')
  await report(server, after, 'approved')
  await untilTold(receiver, 3)
  const known = toldBy(receiver)
  await until(async () => (await keptIds(to)) === 5, 'all are kept beside the backups')
  await server.stop()
  const dataDir = join(folder, 'told-restored')
  const restored = await runCommandHere(['restore', to, '--into', dataDir, '--backup', backup], passphrase)
  assert.equal(restored.code, 0, restored.stderr)
  const again = await startServerProcess({
    dataDir,
    environment: { DEMO: 'off', OPERATOR_TOKEN: token, OUTGOING_ALLOW: '127.0.0.1/32' },
    program: [join('packages', 'server', 'bin', 'quoin.js'), 'serve', '--accept'],
  })
  assert.ok(!existsSync(join(dataDir, 'told-ids')))
  assert.equal(await report(again, after, 'approved'), false)
  assert.equal(await report(again, before, 'approved'), false)
  await untilTold(receiver, 5)
  assert.deepEqual(new Set(toldBy(receiver).slice(3)), new Set(known.slice(1)))
  await report(again, later, 'approved')
  await untilTold(receiver, 6)
  assert.ok(!known.includes(toldBy(receiver).at(-1) ?? ''))
  assert.match(`${again.said.stdout}${again.said.stderr}`, /gets the ids that receivers were told/)
  await again.stop()
})

async function addEndpoint(server: ServerProcess, url: string): Promise<void> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const apps = await fetch(`${server.url}/operator/v1/apps`, { headers })
  const { data } = await apps.json()
  const answer = await fetch(`${server.url}/operator/v1/apps/${data[0].id}/callback-endpoints`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ url, mode: 'both' }),
  })
  assert.equal(answer.status, 200, await answer.text())
}

/** Returns whether it was known already. */
async function report(server: ServerProcess, clickId: string, status: string): Promise<boolean> {
  const answer = await fetch(`${server.url}/postback?click_id=${clickId}&payout=1.50&status=${status}`)
  assert.equal(answer.status, 200)
  return (await answer.json()).data.duplicate
}

/** Each callback as its receiver knows it: the status, the conversion and the callback. */
function toldBy({ received }: CallbackReceiver): string[] {
  return received.map(({ id, body }) => {
    const { data } = JSON.parse(body)
    return `${data.status} ${data.conversion_id} ${id}`
  })
}

async function untilTold(receiver: CallbackReceiver, count: number): Promise<void> {
  await until(async () => receiver.received.length === count, `${count} callbacks`)
}

async function keptIds(to: string): Promise<number> {
  const files = await readdir(join(to, 'told'), { recursive: true }).catch(() => [])
  const texts = files
    .filter((file) => file.endsWith('.zst'))
    .map(async (file) => zstdDecompressSync(await readFile(join(to, 'told', file))).toString())
  return (await Promise.all(texts)).join('').split('\n').length - 1
}
