import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { eventually } from '../../../../../test/support/eventually.ts'
import { isLong } from '../../../../../test/support/long.ts'
import { createWorld } from '../../../../../test/support/world.ts'
import { writeListFile } from '../../adapters/list-file.ts'
import { readOfferFile } from '../../adapters/offer-files/offer-files.ts'
import { addListEntry } from './add-list-entry.ts'
import { exportEntries } from './export-entries.ts'
import { importEntries } from './import-entries.ts'
import { listEntries } from './list-entries.ts'
import { pruneEntries } from './prune-entries.ts'
import { writeListLines } from './write-list-lines.ts'

const world = await createWorld()
const other = await createWorld({ beside: world, follows: true })
const folder = await mkdtemp(join(tmpdir(), 'quoin-lists-'))
after(async () => {
  await other.close()
  await world.close()
  await rm(folder, { recursive: true, force: true })
})
const { ports, clock } = world
const { appId } = world.app
let filesMade = 0

async function importText(text: string, rest: { appId?: number | null; isDryRun?: boolean } = {}) {
  filesMade += 1
  const path = join(folder, `${filesMade}.csv`)
  await writeFile(path, text)
  return await importEntries(ports, {
    entries: readOfferFile(path),
    appId: null,
    actor: 'tester',
    isDryRun: false,
    ...rest,
  })
}

async function versionNow(): Promise<number | undefined> {
  const versions = await ports.store.snapshotVersions.listSnapshotVersions(ports.db)
  return versions.find(({ name }) => name === 'lists')?.version
}

test('good rows are in force together, bad ones are named by their lines, and all of it is one change', async () => {
  const before = (await versionNow()) ?? 0
  const report = await importText(
    [
      '\ufeffaction;kind;value;app_id;reason;expires_at',
      `block;user;"semi;colon ""quoted""";${appId};ring;never`,
      'block;planet;x;;;',
      ';;;;;',
      `review;user;émile;${appId};"two`,
      'lines";never',
      'block;cidr;9.9.9.9/24;;;2031-01-01',
      'block;device;hash;999999;;',
      'block;user;nobody’s;;;',
      'broken;"row',
    ].join('\r\n'),
  )
  assert.deepEqual(
    { ...report, problems: report.problems.map(({ line }) => line) },
    { rows: 7, changed: 2, unchanged: 0, refused: 5, problems: [3, 5, 8, 9, 10] },
  )
  assert.equal(await versionNow(), before + 1)
  const judge = (userId: string) => ports.snapshots.lists().judge({ appId, userId }, clock.nowMs())?.action
  assert.equal(judge('semi;colon "quoted"'), 'block')
  const audited = await ports.db.query<{ details: { value: string } }>(
    "select actor, details from audit_log where action = 'list_entry.added' order by id",
  )
  assert.deepEqual(
    audited.map(({ details }) => details.value),
    ['semi;colon "quoted"', '9.9.9.0/24'],
  )
})

test('an entry that stands there already is no change, and a dry run is none either', async () => {
  const text = `action,kind,value,expires_at\nblock,device,again,2031-01-01\nallow,asn,as64500,\n`
  assert.equal((await importText(text, { isDryRun: true })).changed, 0)
  assert.equal((await importText(text)).changed, 2)
  const before = await versionNow()
  const { changed, unchanged } = await importText(text)
  assert.deepEqual([changed, unchanged, await versionNow()], [0, 2, before])
})

test('an export is taken back as it was, whatever its texts, and none of its cells is a formula', async () => {
  for (const value of [
    ' spaced, "quoted"; and more ',
    '=HYPERLINK("http://x","y")',
    '@sum',
    '-1+1',
    '+5',
    "'=x",
  ])
    await addListEntry(ports, {
      appId,
      kind: 'user',
      value,
      action: 'block',
      reason: '=1+1',
      expiresAtMs: null,
      actor: '+tester',
    })
  const path = join(folder, 'export.csv')
  const count = await writeListFile(path, writeListLines(exportEntries(ports)))
  const before = (await listEntries(ports)).map(
    ({ id: _id, createdAtMs: _at, actor: _actor, ...rest }) => rest,
  )
  assert.equal(count, before.length)
  assert.match(await readFile(path, 'utf8'), /^action,kind,value,app_id,/)
  assert.doesNotMatch(await readFile(path, 'utf8'), /(^|[,\n])"?[=+@-]/)
  await ports.db.query('delete from list_entries')
  const { changed, refused } = await importText(await readFile(path, 'utf8'))
  assert.deepEqual([changed, refused], [count, 0])
  const again = (await listEntries(ports)).map(
    ({ id: _id, createdAtMs: _at, actor: _actor, ...rest }) => rest,
  )
  assert.deepEqual(again, before)
})

/** A hundred thousand in the long form. */
const many = isLong ? 100_000 : 20_000

test('very many entries go in, and another process judges by them within a second', async () => {
  const lines = ['action,kind,value,reason']
  for (let made = 0; made < many; made += 1) {
    lines.push(`block,address,${20 + (made >> 16)}.${(made >> 8) & 255}.${made & 255}.9,bulk`)
  }
  const report = await importText(lines.join('\n'))
  assert.deepEqual([report.changed, report.refused], [many, 0])
  await eventually(
    async () =>
      other.ports.snapshots
        .lists()
        .judge({ appId, address: isLong ? '21.134.159.9' : '20.78.31.9' }, clock.nowMs())?.action,
    'block',
  )
})

test('two imports of the same entries in opposite order both go in, one after the other', async () => {
  const lines = Array.from({ length: 8_000 }, (_, index) => `review,device,twice ${index}`)
  const head = 'action,kind,value'
  const reports = await Promise.all([
    importText([head, ...lines].join('\n')),
    importText([head, ...lines.toReversed()].join('\n')),
  ])
  assert.deepEqual(
    reports.map(({ changed }) => changed).toSorted((a, b) => a - b),
    [0, 8_000],
  )
})

test('an import that breaks off has changed nothing', async () => {
  const count = async () =>
    (await ports.db.query<{ n: number }>('select count(*)::int as n from list_entries'))[0]?.n
  const before = await count()
  async function* torn() {
    for (let line = 2; line < 5_000; line += 1) {
      yield { line, row: { action: 'block', kind: 'device', value: `torn ${line}` } }
    }
    throw new Error('the disk is gone')
  }
  const importing = importEntries(ports, { entries: torn(), appId: null, actor: 'tester', isDryRun: false })
  await assert.rejects(importing, /the disk is gone/)
  assert.equal(await count(), before)
})

test('an entry by the number of the autonomous system is found by the address', async () => {
  await addListEntry(ports, {
    appId: null,
    kind: 'asn',
    value: '15169',
    action: 'block',
    reason: '',
    actor: 'tester',
  })
  const judge = (address: string) => ports.snapshots.lists().judge({ appId, address }, clock.nowMs())?.kind
  assert.equal(judge('8.8.8.8'), 'asn')
  assert.equal(judge('192.168.0.1'), undefined)
})

test('entries that ended are forgotten after their days, a bounded number at a time', async () => {
  const add = (value: string, seconds: number) =>
    addListEntry(ports, {
      appId: null,
      kind: 'device',
      value,
      action: 'block',
      reason: '',
      expiresAtMs: clock.nowMs() + seconds * 1000,
      actor: 'tester',
    })
  await add('short', 10)
  await add('long', 90 * 86_400)
  clock.advance({ seconds: 11 + 29 * 86_400 })
  const shown = async (value: string) =>
    (await ports.db.query('select 1 from list_entries where value = $1', [value])).length
  await pruneEntries(ports)
  assert.equal(await shown('short'), 1)
  clock.advance({ seconds: 86_400 })
  assert.ok((await pruneEntries(ports)) >= 1)
  assert.deepEqual([await shown('short'), await shown('long')], [0, 1])
})
