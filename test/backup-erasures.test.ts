import assert from 'node:assert/strict'
import { chmod, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
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
  await until(
    async () => (await readdir(join(backups, 'erasures')).catch(() => [])).length === 1,
    'it is kept',
  )
  const [file = ''] = await readdir(join(backups, 'erasures'))
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
