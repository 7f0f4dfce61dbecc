import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { createWorld, type World } from '../../../../../test/support/world.ts'
import { setCap } from '../../features/caps/set-cap.ts'
import { setMargin } from '../../features/terms/set-margin.ts'
import { addListEntry } from '../../features/lists/add-list-entry.ts'
import { recordSize } from '@quoin/core/catalogue/offer-record.ts'
import { detailMembers } from '@quoin/core/offers/offer-fields.ts'
import { gatherKept, type KeptContent, restoreKept } from './kept-content.ts'
import { keptFormat, readKept, writeKept } from './kept-file.ts'

let world: World
let offerId = 0
let content: KeptContent
const folder = mkdtempSync(join(tmpdir(), 'quoin-kept-'))
const nowMs = Date.UTC(2026, 10, 24)

before(async () => {
  world = await createWorld()
  offerId = await world.addOffer({
    external_id: 'E1',
    name: 'An offer “with” ünïcode',
    countries: 'DE,US',
    destination_url: 'https://offer.example/?c={click_id}',
  })
  await addListEntry(world.ports, {
    kind: 'user',
    action: 'block',
    appId: world.app.appId,
    value: 'bad',
    reason: '',
    actor: 'test',
  })
  const actor = 'test'
  const { appId } = world.app
  const everybody = { networkId: null, appId, userId: null, isPerUser: false }
  await setCap(world.ports, { ...everybody, offerId, period: 'daily', count: 5, actor })
  await setMargin(world.ports, { offerId, appId, country: null, basisPoints: 2_000, actor })
  content = await gather()
})
after(() => world.close())

async function gather(): Promise<KeptContent> {
  const { ports } = world
  const bars = { offerIds: new Set([7, 9]), wide: [] }
  return await gatherKept(ports.db, { catalogue: ports.snapshots.catalogue(), bars, nowMs })
}

async function write(name: string): Promise<string> {
  const path = join(folder, name, 'catalogue')
  await writeKept(path, { content, versions: 'catalogue 3', keptAtMs: nowMs, owner: 'ours' })
  return path
}

test('a kept catalogue is read as it was written, and finds the offer that a link names', async () => {
  const path = await write('same')
  const kept = await readKept(path)
  assert.deepEqual(kept, { content, versions: 'catalogue 3', keptAtMs: nowMs, owner: 'ours' })
  const restored = restoreKept(kept.content, {})
  assert.deepEqual(
    restored.catalogue.findOffer(offerId),
    world.ports.snapshots.catalogue().findOffer(offerId),
  )
  const key = restored.apps.findKey(world.app.live.apiKey)
  assert.deepEqual(
    key && restored.apps.findApp(key.appId),
    world.ports.snapshots.apps().findApp(world.app.appId),
  )
  const suspect = { appId: world.app.appId, userId: 'bad' }
  assert.equal(restored.lists.judge(suspect, nowMs)?.action, 'block')
  assert.deepEqual(kept.content.barred, { offerIds: [7, 9], wide: [] })
  assert.deepEqual(readdirSync(join(folder, 'same')), ['catalogue'])
  assert.equal(statSync(path).mode & 0o777, 0o600)
})

test('an offer or a key that is not among the kept ones may be new: whoever names it is to come back', async () => {
  const { catalogue, apps } = restoreKept((await readKept(await write('unknown'))).content, {})
  assert.throws(() => catalogue.findOffer(offerId + 1_000), { isUnavailable: true })
  assert.throws(() => apps.findKey('pk_live_made_since'), { isUnavailable: true })
  assert.equal(apps.findKey(''), undefined)
})

test('a list is refused for the moment by a catalogue that knows links alone', async () => {
  const { catalogue } = restoreKept((await readKept(await write('list'))).content, {})
  assert.throws(() => catalogue.select({} as never, {} as never), { isUnavailable: true })
})

test('nothing that proves a caller is in the file', async () => {
  const { app, ports } = world
  const network = await world.addNetwork({ slug: 'with-token' })
  content = await gather()
  const text = readFileSync(await write('secrets'), 'latin1')
  const secrets = [app.live.apiSecret, app.test.apiSecret, network.postbackUrl.split('/').at(-1)]
  const digests = ports.snapshots
    .apps()
    .listSecrets(app.appId)
    .flatMap(({ digest }) => [Buffer.from(digest).toString('hex'), Buffer.from(digest).toString('latin1')])
  assert.equal(digests.length, 4)
  for (const secret of [...secrets, ...digests]) {
    assert.ok(secret !== undefined && secret.length > 10)
    assert.ok(!text.includes(secret))
  }
})

test('a file that was cut, changed by a bit, or written in another format is not read', async () => {
  const path = await write('damaged')
  const whole = readFileSync(path)
  const reads = async (bytes: Buffer): Promise<void> => {
    writeFileSync(path, bytes)
    await readKept(path)
  }
  let refused = 0
  for (const length of [0, 1, 100, Math.floor(whole.length / 2), whole.length - 1]) {
    await assert.rejects(reads(whole.subarray(0, length)), /damaged/)
    refused += 1
  }
  const bodyAt = whole.indexOf('\n') + 1
  for (let at = bodyAt; at < whole.length; at += Math.ceil((whole.length - bodyAt) / 200)) {
    const changed = Buffer.from(whole)
    changed[at] = (changed[at] ?? 0) ^ 1
    await assert.rejects(reads(changed), /damaged/)
    refused += 1
  }
  assert.ok(refused > 150)
  const another = whole.toString('latin1').replace(`"format":${keptFormat}`, `"format":${keptFormat + 1}`)
  await assert.rejects(reads(Buffer.from(another, 'latin1')), /format/)
  await reads(whole)
})

/**
 * The members of everything in the file and the bytes of a record: an older Quoin's file is read by a newer one in the
 * very moment of an upgrade. When this test fails, raise `keptFormat`, and put the new print here.
 */
test('the content of a kept catalogue is that of its format', () => {
  const members = (value: unknown): unknown => {
    if (ArrayBuffer.isView(value)) return value.constructor.name
    if (Array.isArray(value)) return value.length === 0 ? [] : [members(value[0])]
    if (typeof value !== 'object' || value === null) return typeof value
    const named = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1))
    return Object.fromEntries(named.map(([name, inner]) => [name, members(inner)]))
  }
  const { records } = content.offers
  const record = Buffer.from(records.bytes.subarray(records.offsets[0], records.offsets[1])).toString('utf8')
  const values = JSON.parse(record) as unknown[]
  const listed = values.slice(0, values.length - detailMembers.length)
  const shape = JSON.stringify({ content: members(content), record: listed.map(members) })
  const print = createHash('sha256').update(shape).digest('hex').slice(0, 16)
  assert.deepEqual(
    { format: keptFormat, print },
    { format: 3_000 + recordSize, print: '1645021ddfc9cbae' },
    shape,
  )
})
