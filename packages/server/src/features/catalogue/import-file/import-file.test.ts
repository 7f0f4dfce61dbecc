import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Network } from '@quoin/core/networks/network.ts'
import { joinRepairs, noRepairs } from '@quoin/core/offers/repair/repairs.ts'
import { createWorld, type World } from '../../../../../../test/support/world.ts'
import { dirtyOffers } from '../../../../../../test/support/dirty-offers.ts'
import { startJob } from '../../jobs/start-job.ts'
import { workOnJob } from '../../jobs/work-on-job.ts'
import { pauseOffer } from '../pause-offer.ts'
import { importOffers } from '../import-offers.ts'
import { listRefused } from './list-refused.ts'
import { mapRows } from './mapped-rows.ts'
import { previewFile } from './preview-file.ts'
import { type ImportTrial, tryImport } from './try-import.ts'

let world: World
let network: Network
before(async () => {
  world = await createWorld()
  const [first] = world.ports.snapshots.networks().listNetworks()
  assert.ok(first)
  network = first
})
after(() => world.close())

const mapping = {
  'Campaign ID': 'external_id',
  Headline: 'name',
  'Our share': 'payout',
  Rate: 'revenue',
  Go: 'destination_url',
  State: 'status',
} as const

function csv(...rows: string[]): Uint8Array {
  return Buffer.from(['Campaign ID,Headline,Our share,Rate,Go,State', ...rows].join('\n'))
}

function row(id: string, { name = 'Farm', payout = '1', state = 'active' } = {}): string {
  return `${id},${name},${payout},2,https://x.example/?c={click_id},${state}`
}

async function attempt(bytes: Uint8Array): Promise<ImportTrial> {
  return await tryImport(world.ports, { network, file: { name: 'f.csv', bytes }, mapping })
}

async function run(bytes: Uint8Array): Promise<unknown> {
  const { ports } = world
  const about = { slug: network.slug, file: 'f.csv', mapping, addClickId: false }
  const id = await startJob(ports, ports.db, {
    kind: 'offers.import',
    actor: 'person:x',
    about,
    payload: bytes,
  })
  await workOnJob(ports, new AbortController().signal)
  const job = await ports.store.jobs.findJob(ports.db, id)
  return { state: job?.state, done: job?.done, total: job?.total, ...job?.result, problems: undefined }
}

test('columns are shown with samples, and known names are guessed', async () => {
  const bytes = Buffer.from(
    'offer_id,Title,Rate,tracking url,whatever\n1,Farm,2,https://x.example,\n2,Mine,3,,x\n',
  )
  const { columns, rowsCount } = await previewFile(world.ports, { name: 'f.csv', bytes })
  assert.equal(rowsCount, 2)
  assert.deepEqual(
    columns.map(({ name, guess, samples }) => [name, guess, samples.length]),
    [
      ['offer_id', 'external_id', 2],
      ['Title', 'name', 2],
      ['Rate', 'revenue', 2],
      ['tracking url', 'destination_url', 1],
      ['whatever', undefined, 1],
    ],
  )
})

test('a dry run tells new, changed, paused, unchanged and refused apart, and writes nothing', async () => {
  await run(csv(row('same'), row('dearer'), row('ending')))
  const before = await world.ports.store.offers.countOffers(world.ports.db)
  const trial = await attempt(
    csv(
      row('same'),
      row('dearer', { payout: '1.5' }),
      row('ending', { state: 'paused' }),
      row('fresh'),
      row('bad', { payout: '9' }),
    ),
  )
  assert.deepEqual(trial.counts, { new: 1, changed: 1, paused: 1, unchanged: 1, repaired: 0, refused: 1 })
  assert.deepEqual(
    trial.differences.map(({ externalId, kind, changes }) => [externalId, kind, changes]),
    [
      ['ending', 'paused', [{ field: 'status', before: 'active', after: 'paused' }]],
      ['dearer', 'changed', [{ field: 'payout', before: '1', after: '1.5' }]],
      ['fresh', 'new', []],
    ],
  )
  assert.deepEqual(
    trial.problems.map(({ line, field }) => [line, field]),
    [[6, 'payout']],
  )
  assert.equal(await world.ports.store.offers.countOffers(world.ports.db), before)
})

test("an operator's pause is no difference to a file that says active", async () => {
  await run(csv(row('held')))
  const [offer] = await world.ports.store.knownOffers.listKnownOffers(world.ports.db, network.id, ['held'])
  await pauseOffer(world.ports, { offerId: offer?.id ?? 0, status: 'paused', actor: 'x' })
  assert.equal((await attempt(csv(row('held')))).counts.unchanged, 1)
})

test('an import is a job that counts its rows, and begun anew it changes nothing', async () => {
  const bytes = csv(row('job-1'), row('job-2'), row('job-3', { payout: '9' }))
  const left = [{ cause: 'losing', field: 'payout', rows: 1, message: null }]
  const ended = { state: 'done', done: 3, total: 3, repaired: 0, refused: 1, left, problems: undefined }
  assert.deepEqual(await run(bytes), { ...ended, created: 2, updated: 0 })
  assert.deepEqual((await attempt(bytes)).counts, {
    ...{ new: 0, changed: 0, paused: 0, unchanged: 2 },
    ...{ repaired: 0, refused: 1 },
  })
  assert.deepEqual(await run(bytes), { ...ended, created: 0, updated: 2 })
  const [audit] = await world.ports.store.audit.listAudit(world.ports.db, {
    action: 'offers.imported',
    limit: 1,
  })
  assert.equal(audit?.actor, 'person:x')
})

const dirty = { name: 'dirty.csv', bytes: Buffer.from(dirtyOffers()) }
const dirtyMapping = {
  'Offer ID': 'external_id',
  'Payout (USD)': 'payout',
  'Revenue (USD)': 'revenue',
  'Landing URL': 'destination_url',
} as const

test('columns with a currency, and of landing pages, are guessed; those in another currency are not', async () => {
  const names = async (header: string) =>
    (
      await previewFile(world.ports, { name: 'f.csv', bytes: Buffer.from(`${header}\n${'x,'.repeat(9)}x\n`) })
    ).columns.map(({ guess }) => guess ?? null)
  assert.deepEqual(
    await names(
      'Offer ID,Title,Payout (USD),Revenue [$],Landing URL,Geo,Devices,Cap (daily),Reward in EUR,Payout €',
    ),
    [
      'external_id',
      'name',
      'payout',
      'revenue',
      'destination_url',
      'countries',
      'platforms',
      'daily_cap',
      null,
      null,
    ],
  )
  const { columns } = await previewFile(world.ports, dirty)
  assert.ok(columns.every(({ guess }) => guess !== undefined))
})

test('181 of 200 dirty rows can be imported with the repairs that are certain, and two wait for an answer', async () => {
  const given = { network, file: dirty, mapping: dirtyMapping }
  const none = await tryImport(world.ports, { ...given, repairs: noRepairs })
  assert.deepEqual([none.counts.new, none.counts.refused], [85, 115])
  const trial = await tryImport(world.ports, given)
  assert.deepEqual(trial.rows, { clean: 85, repaired: 96, offered: 0, asks: 2, out: 17 })
  assert.deepEqual([trial.counts.new, trial.counts.refused], [181, 19])
  assert.deepEqual(
    trial.groups.map(({ cause, field, outcome, rows }) => [cause, field, outcome, rows]),
    [
      ['unclear', 'payout', 'asks', 2],
      ['decimal_comma', null, 'repaired', 39],
      ['currency', null, 'repaired', 17],
      ['country', null, 'repaired', 29],
      ['platform', null, 'repaired', 7],
      ['address', null, 'repaired', 4],
      ['missing', 'payout', 'out', 8],
      ['no_amount', 'revenue', 'out', 4],
      ['unknown_country', 'countries', 'out', 3],
      ['unknown_platform', 'platforms', 'out', 2],
    ],
  )
  assert.deepEqual(trial.groups[0]?.readings, { comma: '1.500', point: '1500' })
  assert.deepEqual(
    trial.groups[3]?.words.map(({ word, means }) => [word, means]).toSorted(),
    [
      ['CÔTE D’IVOIRE', 'CI'],
      ['Deutschland', 'DE'],
      ['Germany', 'DE'],
      ['United States', 'US'],
      ['uk', 'GB'],
      ['Österreich', 'AT'],
    ].toSorted(),
  )
  assert.deepEqual(trial.marks.payout, { commas: 39, points: 134 })
  assert.equal(trial.money?.lowestMicros, 1_200_000)
  const repaired = trial.differences.find(({ repaired: cells }) =>
    cells.some(({ field }) => field === 'countries'),
  )
  assert.ok(repaired && repaired.countries.length > 0 && repaired.revenueMicros > repaired.payoutMicros)
})

test('the answer about a column’s mark, and about words that nobody knows, brings rows in', async () => {
  const given = { network, file: dirty, mapping: dirtyMapping }
  const { repairs } = await tryImport(world.ports, given)
  const answers = {
    ...noRepairs,
    marks: { payout: ',' },
    countries: { atlantis: ['PT'] },
    platforms: { 'windows phone': ['desktop'] },
  } as const
  const trial = await tryImport(world.ports, { ...given, repairs: joinRepairs(repairs, answers) })
  assert.deepEqual(trial.rows, { clean: 85, repaired: 103, offered: 0, asks: 0, out: 12 })
  assert.deepEqual(trial.groups[0]?.outcome, 'repaired')
  const thousands = await tryImport(world.ports, {
    ...given,
    repairs: joinRepairs(repairs, { ...noRepairs, marks: { payout: '.' } }),
  })
  assert.deepEqual([thousands.rows.asks, thousands.rows.out], [0, 19])
})

test('a repair that is taken back leaves its rows out, and says that it is offered', async () => {
  const given = { network, file: dirty, mapping: dirtyMapping }
  const { repairs } = await tryImport(world.ports, given)
  const kinds = repairs.kinds.filter((kind) => kind !== 'country')
  const trial = await tryImport(world.ports, { ...given, repairs: { ...repairs, kinds } })
  assert.deepEqual(trial.rows, { clean: 85, repaired: 67, offered: 29, asks: 2, out: 17 })
  const group = trial.groups.find(({ cause }) => cause === 'country')
  assert.deepEqual([group?.outcome, group?.rows, group?.words.length], ['offered', 29, 6])
})

test('refused rows are a file with the reasons, which no spreadsheet takes for a formula', async () => {
  const bytes = Buffer.from(
    'id,title,payout,revenue,url\n1,=1+1,abc,2,https://x.example/?c={click_id}\n2,"open\n',
  )
  const { rowsCount, csv } = await listRefused(world.ports, {
    network,
    file: { name: 'f.csv', bytes },
    mapping: {},
  })
  assert.equal(rowsCount, 2)
  assert.deepEqual(csv.split('\r\n').slice(0, 2), [
    'id,title,payout,revenue,url,Reason',
    `1,'=1+1,abc,2,https://x.example/?c={click_id},"Line 2: Publisher earns ""abc"" is not a decimal number such as 1.25"`,
  ])
  assert.match(csv, /Line 3: a quotation mark/)
})

test('repairs are kept for the network: its next file is repaired without being asked, and the audit log says so', async () => {
  const { ports } = world
  const { networkId } = await world.addNetwork({ slug: 'spreadsheets', name: 'Spreadsheets' })
  const own = ports.snapshots.networks().findNetwork(networkId)
  assert.ok(own)
  const { repairs } = await tryImport(ports, { network: own, file: dirty, mapping: dirtyMapping })
  const rows = () => mapRows(ports.offerFiles.read(dirty.name, dirty.bytes), dirtyMapping)
  const first = { networkSlug: own.slug, entries: rows(), repairs, isKept: true }
  const report = await importOffers({ ...ports, actor: 'person:x' }, first)
  assert.deepEqual([report.created, report.repaired, report.refused], [181, 96, 19])
  const audited = await ports.store.audit.listAudit(ports.db, { object: 'network:spreadsheets', limit: 10 })
  assert.deepEqual(
    audited.map(({ action }) => action).filter((action) => action !== 'network.created'),
    ['offers.imported', 'network.repairs_kept'],
  )
  assert.match(
    JSON.stringify(audited[0]?.details),
    /"repairs":"decimal_comma: 41, currency: 17, country: 29, platform: 7, address: 4"/,
  )
  const second = await importOffers(
    { ...ports, actor: 'person:x' },
    { networkSlug: own.slug, entries: rows() },
  )
  assert.deepEqual([second.updated, second.repaired, second.refused], [181, 96, 19])
  const none = await tryImport(ports, { network, file: dirty, mapping: dirtyMapping, repairs: noRepairs })
  assert.equal(none.rows.repaired, 0, 'another network has none')
})

test('a click id is added only by somebody who says so', async () => {
  const bytes = Buffer.from('id,title,payout,revenue,url\n1,A,1,2,https://x.example/a\n')
  const given = { network, file: { name: 'f.csv', bytes }, mapping: {} }
  const trial = await tryImport(world.ports, given)
  assert.deepEqual(
    trial.groups.map(({ cause, outcome, samples: [one] }) => [cause, outcome, one?.after]),
    [['click_id', 'offered', 'https://x.example/a?click_id={click_id}']],
  )
  const added = await tryImport(world.ports, { ...given, addClickId: true })
  assert.deepEqual(added.rows, { clean: 0, repaired: 1, offered: 0, asks: 0, out: 0 })
})
