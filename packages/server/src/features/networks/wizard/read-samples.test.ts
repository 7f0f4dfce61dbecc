import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Network } from '@quoin/core/networks/network.ts'
import { followOffer } from '../../../../../../test/support/conversions.ts'
import { createWorld, type World } from '../../../../../../test/support/world.ts'
import { readSamples, type SampleReading } from './read-samples.ts'

let world: World
let network: Network
let clickId: string
before(async () => {
  world = await createWorld()
  const { networkId } = await world.addNetwork({ slug: 'bright', name: 'Bright' })
  network = world.ports.snapshots.networks().findNetwork(networkId) as Network // it was just made
  const offerId = await world.addOffer({ payout: '1.00', revenue: '1.50' }, 'bright')
  clickId = await followOffer(world, { offerId, userId: 'ada' })
})
after(() => world.close())

type Chosen = Partial<Pick<Parameters<typeof readSamples>[2], 'names' | 'words'>>

async function read(query: string, chosen: Chosen = {}): Promise<SampleReading> {
  return await readSamples(world.ports, network, {
    text: `https://old.example/pb?${query}`,
    names: {},
    words: {},
    ...chosen,
  })
}

function verdicts({ parameters }: SampleReading): Record<string, string> {
  return Object.fromEntries(parameters.map(({ name, ours, verdict }) => [name, `${ours ?? '–'} ${verdict}`]))
}

test('a call that is whole would be paid, decision by decision, and nothing is written', async () => {
  const reading = await read(`sub1=${clickId}&sum=1.80&state=approved&tid=T-1&geo=DE`)
  assert.deepEqual(verdicts(reading), {
    sub1: 'click_id accepted',
    sum: 'payout accepted',
    state: 'status accepted',
    tid: 'txn_id accepted',
    geo: '– not_needed',
  })
  assert.equal(reading.trial.outcome, 'paid')
  assert.deepEqual(
    reading.trial.steps.map(({ tone, title }) => `${tone} ${title}`),
    [
      'ok It is Bright',
      'ok The click is known',
      'ok “approved” is approved',
      'ok 1.8 USD',
      'ok Nothing holds it',
      'info App would not be told',
    ],
  )
  const { revenueMicros, payoutMicros } = reading.trial.money ?? {}
  assert.deepEqual([revenueMicros, payoutMicros], [1_800_000, 1_000_000])
  assert.equal(reading.query, 'click_id={sub1}&payout={sum}&status={state}&txn_id={tid}')
  const [left] = await world.ports.db.query<{ rows: number }>(
    'select (select count(*) from conversions) + (select count(*) from postback_requests) as rows',
  )
  assert.equal(left?.rows, 0)
})

test('a macro that was not filled in is refused, as the receiver would refuse it, until it is left out', async () => {
  const query = `sub1=${clickId}&sum=1.80&state=approved&goal={goal_id}`
  const reading = await read(query)
  assert.equal(verdicts(reading)['goal'], 'goal refused')
  assert.equal(reading.trial.outcome, 'refused')
  const left = await read(query, { names: { goal: '' } })
  assert.equal(left.trial.outcome, 'paid')
  assert.doesNotMatch(left.query, /goal/)
})

test('a word of their own needs a meaning, and is tried with it before it is saved', async () => {
  const query = `sub1=${clickId}&sum=1.80&state=2`
  const reading = await read(query)
  assert.deepEqual(reading.words, [{ word: '2', count: 1, means: null }])
  assert.equal(reading.trial.outcome, 'refused')
  assert.equal((await read(query, { words: { '2': 'approved' } })).trial.outcome, 'paid')
  assert.equal((await read(query, { words: { '2': 'rejected' } })).trial.outcome, 'not_paid')
  assert.deepEqual(world.ports.snapshots.networks().findNetwork(network.id)?.statusWords, {})
})

test('without a click id of ours the latest click of the network stands in, and that is said', async () => {
  const { trial } = await read('sub1=TEST&sum=1.80&state=approved')
  assert.equal(trial.outcome, 'paid')
  assert.ok(trial.steps.some(({ title }) => title === 'Another click stands in'))
})

test('a report that would lose money is held, and why', async () => {
  const { trial } = await read(`sub1=${clickId}&sum=0.10&state=approved`)
  assert.equal(trial.outcome, 'held')
  assert.match(trial.steps.map(({ text }) => text).join(' '), /lose money/)
})

test('a currency without a rate is refused, and says what to do', async () => {
  const { trial, parameters } = await read(`sub1=${clickId}&sum=1.80&curr=EUR&state=approved`)
  assert.match(parameters.find(({ name }) => name === 'curr')?.problem ?? '', /no rate for EUR/)
  assert.equal(trial.outcome, 'refused')
})

test('an address with macros is a template: it is mapped, and there is nothing to try', async () => {
  const reading = await read('a={click_id}&payout={payout}&status={status}')
  assert.equal(reading.trial.outcome, 'unknown')
  assert.ok(reading.parameters.every(({ verdict }) => verdict !== 'refused'))
})

test('the preset says the status for a network that sends none', async () => {
  const { networkId } = await world.addNetwork({ slug: 'tune', preset: 'tune' })
  const tune = world.ports.snapshots.networks().findNetwork(networkId) as Network // it was just made
  const text = 'aff_sub=x&payout=2&transaction_id=9'
  const reading = await readSamples(world.ports, tune, { text, names: {}, words: {} })
  assert.deepEqual(reading.missing, [])
  assert.match(
    reading.query,
    /^click_id=\{aff_sub\}&payout=\{payout\}&status=approved&txn_id=\{transaction_id\}$/,
  )
})

test('offers’ addresses carry what fills the click id of the sample', async () => {
  assert.equal((await read(`sub1=${clickId}&sum=1.80&state=approved`)).offerParameter, 'sub1={click_id}')
  assert.equal(
    (await read('cid={aff_sub}&payout={payout}&status={status}')).offerParameter,
    'aff_sub={click_id}',
  )
  const chosen = { names: { s5: 'click_id', sub1: '' } } as const
  assert.equal(
    (await read(`sub1=x&s5=${clickId}&sum=1&state=approved`, chosen)).offerParameter,
    's5={click_id}',
  )
  const { networkId } = await world.addNetwork({ slug: 'mobi', preset: 'mobidea' })
  const mobidea = world.ports.snapshots.networks().findNetwork(networkId) as Network // it was just made
  const reading = await readSamples(world.ports, mobidea, {
    text: 'EXTERNAL_ID=x&MONEY=2',
    names: { EXTERNAL_ID: 'click_id' },
    words: {},
  })
  assert.equal(reading.offerParameter, 'click_id={click_id}')
})

test('a network without any click is tried to the end with a pretend one', async () => {
  const { networkId } = await world.addNetwork({ slug: 'fresh', name: 'Fresh' })
  const fresh = world.ports.snapshots.networks().findNetwork(networkId) as Network // it was just made
  const sample = { text: 'sub1=abc&sum=2.00&state=approved&tid=T-9', names: {}, words: {} }
  const { trial } = await readSamples(world.ports, fresh, sample)
  assert.equal(trial.outcome, 'paid')
  assert.deepEqual([trial.money?.revenueMicros, trial.money?.payoutMicros], [2_000_000, 1_400_000])
  assert.deepEqual(
    trial.steps.map(({ tone, title }) => `${tone} ${title}`),
    [
      'ok It is Fresh',
      'info A pretend click stands in',
      'ok “approved” is approved',
      'ok 2 USD',
      'ok Nothing holds it',
    ],
  )
  await world.addOffer({ name: 'First offer', payout: '0.50', revenue: '2.00' }, 'fresh')
  const onOffer = await readSamples(world.ports, fresh, sample)
  assert.equal(onOffer.trial.money?.payoutMicros, 500_000)
  assert.match(onOffer.trial.steps[1]?.text ?? '', /First offer/)
  const [left] = await world.ports.db.query<{ rows: number }>(
    'select (select count(*) from conversions) + (select count(*) from postback_requests) as rows',
  )
  assert.equal(left?.rows, 0)
})

test('a text that is no call is refused with what to paste', async () => {
  await assert.rejects(readSamples(world.ports, network, { text: 'hello', names: {}, words: {} }), {
    code: 'INVALID_REQUEST',
  })
})
