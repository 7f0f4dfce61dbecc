import assert from 'node:assert/strict'
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { formatCredential } from '@quoin/core/credentials/credential.ts'
import { formatId } from '@quoin/core/tracking/click-id.ts'
import { findFreePort } from '@quoin/embedded-postgres/free-port.ts'
import { blocksOf } from './support/doc-blocks.ts'
import { until } from './support/eventually.ts'

const skip = spawnSync('haproxy', ['-v']).status === 0 ? false : 'haproxy is not installed'
const nowMs = Date.UTC(2026, 10, 21, 12)

function blockOf(language: string): string {
  const block = blocksOf('docs/growing.md').find((one) => one.language === language)
  assert.ok(block, language)
  return block.text
}

/** Says its own name to everybody. */
async function startCell(t: TestContext, name: string): Promise<number> {
  const server = createServer((_request, response) => response.end(name)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => server.close())
  return (server.address() as AddressInfo).port // it listens on a port
}

/** The page's configuration with addresses of this machine; resolves to its origin. */
async function startBalancer(t: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'quoin-test-'))
  const port = await findFreePort()
  let text = blockOf('').replace(':8080', `127.0.0.1:${port}`)
  for (const cell of [0, 1, 5]) {
    text = text.replace(`10.0.${cell}.10:8080`, `127.0.0.1:${await startCell(t, `cell${cell}`)}`)
  }
  const map = join(folder, 'cells.map')
  await writeFile(map, blockOf('text'))
  const file = join(folder, 'haproxy.cfg')
  const times = 'defaults\n  timeout connect 2s\n  timeout client 10s\n  timeout server 10s\n'
  await writeFile(file, times + text.replace('/etc/haproxy/cells.map', map))
  const haproxy: ChildProcess = spawn('haproxy', ['-db', '-f', file], { stdio: 'inherit' })
  t.after(async () => {
    haproxy.kill('SIGKILL')
    await rm(folder, { recursive: true, force: true })
  })
  const origin = `http://127.0.0.1:${port}`
  await until(async () => (await fetch(origin).catch(() => undefined))?.ok === true, 'it answers')
  return origin
}

test('the configuration of the page leads links, calls and postbacks to the cell that they name', {
  skip,
}, async (t) => {
  const origin = await startBalancer(t)
  const ask = async (path: string, headers: Record<string, string> = {}): Promise<string> =>
    await (await fetch(origin + path, { headers })).text()
  let asked = 0
  for (const cell of [0, 1, 5]) {
    for (let times = 0; times < 20; times += 1) {
      const key = formatCredential({ kind: 'pk', mode: 'live', cell }, randomBytes(16))
      const clickId = formatId(nowMs + times * 86_400_000, randomBytes(8), cell)
      // A user's id may look like an id of another cell.
      const other = formatId(nowMs, randomBytes(8), cell === 5 ? 1 : 5)
      const wanted = `cell${cell}`
      assert.equal(await ask(`/track?userId=${other}&offerId=1&apiKey=${key}`), wanted, key)
      assert.equal(await ask(`/api/v1/offers?userId=${other}`, { 'X-API-Key': key }), wanted, key)
      assert.equal(await ask(`/postback?payout=1&click_id=${clickId}&status=approved`), wanted, clickId)
      asked += 3
    }
  }
  const old = formatCredential({ kind: 'pk', mode: 'live', cell: undefined }, randomBytes(16))
  for (const path of ['/', '/docs', `/track?offerId=1&apiKey=${old}`, '/postback?status=reversed']) {
    assert.equal(await ask(path), 'cell0', path)
  }
  assert.equal(asked, 180)
})
