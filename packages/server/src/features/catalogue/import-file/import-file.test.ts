import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Network } from '@quoin/core/networks/network.ts'
import { createWorld, type World } from '../../../../../../test/support/world.ts'
import { startJob } from '../../jobs/start-job.ts'
import { workOnJob } from '../../jobs/work-on-job.ts'
import { pauseOffer } from '../pause-offer.ts'
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
  return await tryImport(world.ports, { network, file: { name: 'f.csv', bytes }, mapping, addClickId: false })
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
  assert.deepEqual(trial.counts, { new: 1, changed: 1, paused: 1, unchanged: 1, refused: 1 })
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
  const ended = { state: 'done', done: 3, total: 3, refused: 1, problems: undefined }
  assert.deepEqual(await run(bytes), { ...ended, created: 2, updated: 0 })
  assert.deepEqual((await attempt(bytes)).counts, { new: 0, changed: 0, paused: 0, unchanged: 2, refused: 1 })
  assert.deepEqual(await run(bytes), { ...ended, created: 0, updated: 2 })
  const [audit] = await world.ports.store.audit.listAudit(world.ports.db, {
    action: 'offers.imported',
    limit: 1,
  })
  assert.equal(audit?.actor, 'person:x')
})
