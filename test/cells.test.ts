import assert from 'node:assert/strict'
import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { readCredential } from '@quoin/core/credentials/credential.ts'
import { cellOfId, formatId } from '@quoin/core/tracking/click-id.ts'
import { dayMs } from '@quoin/core/time/durations.ts'
import { checkCell } from '../packages/server/src/boot/check-cell.ts'
import { StartError } from '../packages/server/src/boot/process/start-error.ts'
import { setEndpoint } from '../packages/server/src/features/callbacks/endpoints/set-endpoint.ts'
import { migrate, migrationsDirectory } from '../packages/server/src/store/pg/migrate.ts'
import { findCellsRecordedFrom } from '../packages/server/src/store/system/id-cells.ts'
import { createEmptyDatabase, createTestDatabase } from './support/database.ts'
import { runCommandHere } from './support/run-command.ts'
import { createWorld, masterSecret, type World } from './support/world.ts'

const cell = 613
let world: World

before(async () => {
  world = await createWorld({ environment: { CELL: String(cell) } })
})
after(() => world.close())

/** Follows a link and reports its conversion: the click, and the conversion of it. */
async function convert(): Promise<{ clickId: string; conversionId: string; requestId: string }> {
  const { appId } = world.app
  const choices = { url: 'https://publisher.example/callback' }
  await setEndpoint(world.ports, { appId, name: 'main', choices, actor: 'test' })
  const offerId = await world.addOffer()
  const query = { offerId: String(offerId), apiKey: world.app.live.apiKey, userId: 'ada' }
  const link = await world.get('/track', { query })
  const clickId = new URL(String(link.headers['location'])).searchParams.get('click_id') ?? ''
  const told = await world.get('/postback', { query: { click_id: clickId, payout: '1', status: 'approved' } })
  assert.equal(told.statusCode, 200, told.body)
  const [row] = await world.ports.db.query<{ id: string }>('select id::text from conversions', [])
  return { clickId, conversionId: row?.id ?? '', requestId: told.json().meta.request_id }
}

async function show(id: string, words: readonly string[] = []) {
  return await runCommandHere(['id', 'show', id, ...words], {
    DATABASE_URL: world.database.url,
    QUOIN_SECRET: masterSecret,
  })
}

test('every id and credential that an installation makes carries its cell, and the command tells it', async () => {
  const { db } = world.ports
  const { clickId, conversionId, requestId } = await convert()
  const [postback] = await db.query<{ id: string }>('select id::text from postback_requests', [])
  const [callback] = await db.query<{ id: string }>('select id::text from callbacks', [])
  const kinds = {
    click: clickId,
    conversion: conversionId,
    request: requestId,
    postback: postback?.id ?? '',
    callback: callback?.id ?? '',
  }
  for (const [kind, id] of Object.entries(kinds)) {
    const told = JSON.parse((await show(id)).stdout)
    assert.deepEqual(
      { kind: told.kind, cell: told.cell, isRecorded: told.isRecorded },
      { kind, cell, isRecorded: true },
    )
    assert.match(told.madeAt, /^\d{4}-/)
  }
  for (const mode of ['live', 'test'] as const) {
    const { apiKey, apiSecret } = world.app[mode]
    for (const text of [apiKey, apiSecret]) assert.equal(readCredential(text)?.cell, cell)
    const told = JSON.parse((await show(apiKey)).stdout)
    assert.deepEqual(told, { id: apiKey, kind: 'key', mode, madeAt: null, cell, isRecorded: true })
  }
})

test('an id of no row is told by its form alone', async () => {
  const told = JSON.parse((await show(formatId(Date.UTC(2026, 0, 2), new Uint8Array(8), 7))).stdout)
  assert.deepEqual([told.kind, told.cell, told.madeAt], ['id', 7, '2026-01-02T00:00:00.000Z'])
})

test('a secret is refused with a sentence that does not repeat it', async () => {
  for (const secret of [world.app.live.apiSecret, world.app.test.apiSecret.slice(0, 20), 'qot_abcdefgh']) {
    const { code, stdout, stderr } = await show(secret)
    assert.equal(code, 1)
    assert.match(stderr, /looks like a secret/)
    assert.ok(!(stdout + stderr).includes(secret.slice(8)))
  }
})

test('anything else is no id', async () => {
  for (const text of ['7', 'req_7', `${world.app.live.apiKey}x`, '018f0000-0000-4000-8000-000000000000']) {
    const { code, stderr } = await show(text)
    assert.equal(code, 1, text)
    assert.match(stderr, /^This is no id of Quoin/)
  }
})

test('a database stays of the cell that it began with, and a start as another is refused', async () => {
  const { database } = await createTestDatabase()
  await checkCell(database, { cell: 7 })
  await checkCell(database, { cell: 7 })
  await assert.rejects(
    checkCell(database, { cell: 8 }),
    /^Error: CELL is 8, and the database belongs to cell 7,/,
  )
  await assert.rejects(checkCell(database, { cell: 0 }), StartError)
})

test('in a new database all ids carry their cell, from its beginning', async () => {
  assert.equal(await findCellsRecordedFrom(world.ports.db), 0)
})

test('in a database that is upgraded they do from a day later: the version before may still make some', async (t) => {
  const { database } = await createEmptyDatabase()
  const folder = mkdtempSync(join(tmpdir(), 'quoin-before-cells-'))
  t.after(() => rmSync(folder, { recursive: true }))
  for (const name of readdirSync(migrationsDirectory)) {
    if (name < '0395') cpSync(join(migrationsDirectory, name), join(folder, name))
  }
  await migrate(database, folder)
  const beforeMs = Date.now()
  await migrate(database, migrationsDirectory)
  const fromMs = await findCellsRecordedFrom(database)
  assert.ok(fromMs >= beforeMs + dayMs - 1_000 && fromMs <= Date.now() + dayMs + 1_000, String(fromMs))
  await assert.rejects(checkCell(database, { cell: 1 }), /set CELL=0/, 'it is the home cell')
  const old = formatId(beforeMs, new Uint8Array(8).fill(255), 1_023)
  assert.deepEqual(cellOfId(old, fromMs), { cell: 0, isRecorded: false })
})
