import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type ConversionWorld, createConversionWorld } from '../../../../../test/support/conversion-world.ts'
import { confirmClaim } from '../conversions/confirm-claim.ts'
import { recordClaims } from '../conversions/record-claims.ts'
import { refuseClaim } from '../conversions/refuse-claim.ts'
import { applyPostbacks } from '../postbacks/apply-postbacks.ts'
import { checkLedger } from './check-ledger.ts'
import { listBalances } from './list-balances.ts'
import { listPublisherMoney } from './list-publisher-money.ts'
import { repairLedger } from './repair-ledger.ts'
import { type SettlementRequest, settle } from './settle.ts'
import type { PostbackReport, Claim } from '../../ports/writes.ts'

let world: ConversionWorld
before(async () => {
  world = await createConversionWorld()
})
after(() => world.close())

const usd = 1_000_000

async function tell(clickId: string, changes: Partial<PostbackReport>): Promise<string> {
  const [outcome] = await applyPostbacks(world.ports, [world.report(clickId, changes)])
  return outcome?.kind === 'applied' || outcome?.kind === 'duplicate' ? (outcome.conversionId ?? '') : ''
}

/** `1 receivable 1500000`: entries in short, in the order of the events. */
async function booked(id: string): Promise<string[]> {
  const entries = await world.ports.store.ledger.listEntries(world.database, id)
  return entries.map(({ version, account, amountMicros }) => `${version} ${account} ${amountMicros}`)
}

async function owedTo(appId: number): Promise<bigint> {
  return (await listBalances(world.ports, [{ account: 'payable', partyId: appId }]))[0]?.balanceMicros ?? 0n
}

async function assertClean(): Promise<void> {
  assert.deepEqual((await checkLedger(world.ports)).faults, [])
}

function claimOf(offerId: number, changes: Partial<Claim> = {}): Claim {
  const currency = { name: 'Coins', rateMicros: 1000 * usd, decimals: 0, rounding: 'half_up' } as const
  const keys = { goal: '', transactionId: null, idempotencyKey: null, amountMicros: null, clickId: null }
  return { appId: world.appId, userId: 'user-1', offerId, isTest: false, currency, ...keys, ...changes }
}

test("a network's story is booked event by event, in the transaction of the conversion", async () => {
  const networkId = await world.addNetwork({ onChangedPayout: 'update' })
  const clickId = await world.addClick(await world.addOffer({ networkId, share: 5_000 }))
  const by = { networkId }
  const id = await tell(clickId, { ...by, word: 'pending', reportedMicros: 1_000_001 })
  assert.deepEqual(await booked(id), [])
  await tell(clickId, { ...by, word: 'approved', reportedMicros: 1_000_001 })
  const first = ['2 receivable 1000001', '2 payable -500000', '2 margin -500001']
  assert.deepEqual(await booked(id), first)
  await tell(clickId, { ...by, word: 'approved', reportedMicros: 1_000_001 })
  assert.deepEqual(await booked(id), first, 'a duplicate books nothing')
  await tell(clickId, { ...by, word: 'approved', reportedMicros: 2_000_003 })
  const second = [...first, '3 receivable 1000002', '3 payable -500001', '3 margin -500001']
  assert.deepEqual(await booked(id), second)
  await tell(clickId, { ...by, word: 'reversed', reportedMicros: -7 })
  const last = ['4 receivable -2000003', '4 payable 1000001', '4 margin 1000002']
  assert.deepEqual(await booked(id), [...second, ...last])
  await assertClean()
})

test('dry runs, test clicks and what is held book nothing', async () => {
  const offerId = await world.addOffer()
  const dry = await tell(await world.addClick(offerId, { userId: 'dry' }), { isDryRun: true })
  const test = await tell(await world.addClick(offerId, { userId: 'test', isTest: true }), {})
  const held = await tell(await world.addClick(offerId, { userId: 'bot', verdict: 'bot' }), {})
  assert.equal(dry, '')
  assert.deepEqual([...(await booked(test)), ...(await booked(held))], [])
  await confirmClaim(world.ports, { conversionId: held, actor: 'op' })
  assert.deepEqual(await booked(held), ['2 receivable 1500000', '2 payable -1000000', '2 margin -500000'])
  await assertClean()
})

test("a claim owes nothing until it is confirmed, and at the network's price once that has spoken", async () => {
  const offerId = await world.addOffer({ share: 5_000 })
  const clicks = [
    await world.addClick(offerId, { userId: 'user-1' }),
    await world.addClick(offerId, { userId: 'user-2' }),
  ]
  const [first = '', second = ''] = (
    await recordClaims(world.ports, [
      claimOf(offerId, { userId: 'user-1', amountMicros: 3 * usd }),
      claimOf(offerId, { userId: 'user-2', amountMicros: 3 * usd }),
    ])
  ).map((outcome) => (outcome.kind === 'recorded' ? outcome.conversion.id : ''))
  assert.deepEqual([...(await booked(first)), ...(await booked(second))], [])
  await confirmClaim(world.ports, { conversionId: first, actor: 'op' })
  assert.deepEqual(await booked(first), ['2 receivable 3000000', '2 payable -1500000', '2 margin -1500000'])
  // The later postback says what is really paid: the difference is booked, nothing twice.
  await tell(clicks[0] ?? '', { reportedMicros: 2 * usd })
  const late = ['3 receivable -1000000', '3 payable 500000', '3 margin 500000']
  assert.deepEqual((await booked(first)).slice(3), late)
  await refuseClaim(world.ports, { conversionId: second, actor: 'op' })
  assert.deepEqual(await booked(second), [])
  await assertClean()
})

function payment(changes: Partial<SettlementRequest> = {}): SettlementRequest {
  const who = { appId: world.appId, networkId: null }
  const what = { kind: 'paid', amountMicros: usd, reference: 'p-1', reason: '', actor: 'op' } as const
  return { ...who, ...what, mayGoNegative: false, ...changes }
}

test('payments lower what is owed, once per reference, and never below zero in silence', async () => {
  await tell(await world.addClick(await world.addOffer(), { userId: 'paid' }), {})
  const owed = await owedTo(world.appId)
  const paid = await settle(world.ports, payment())
  assert.deepEqual([paid.duplicate, paid.owedMicros], [false, owed - 1_000_000n])
  const again = await settle(world.ports, payment())
  assert.deepEqual([again.duplicate, again.owedMicros], [true, owed - 1_000_000n])
  assert.equal(again.settlement.id, paid.settlement.id)
  await assert.rejects(settle(world.ports, payment({ amountMicros: 2 })), /another settlement/)
  const tooMuch = payment({ reference: 'p-2', amountMicros: Number(owed) })
  await assert.rejects(settle(world.ports, tooMuch), /is owed only .* Nothing was booked/)
  assert.equal(await owedTo(world.appId), owed - 1_000_000n, 'a refused payment leaves no trace')
  await settle(world.ports, { ...tooMuch, mayGoNegative: true })
  assert.equal(await owedTo(world.appId), -1_000_000n)
  await assert.rejects(settle(world.ports, payment({ appId: 999, reference: 'p-3' })), /no app 999/)
  const audits = await world.database.query<{ action: string }>(
    "select action from audit_log where object like 'settlement:%' order by id",
  )
  assert.deepEqual(
    audits.map(({ action }) => action),
    ['settlement.paid', 'settlement.paid'],
  )
  await assertClean()
})

test('networks pay, and an adjustment moves what either is owed', async () => {
  const networkId = await world.addNetwork()
  await tell(await world.addClick(await world.addOffer({ networkId }), { userId: 'pays' }), { networkId })
  const ofNetwork = { appId: null, networkId }
  const received = payment({ ...ofNetwork, kind: 'received', reference: 'n-1' })
  assert.equal((await settle(world.ports, received)).owedMicros, 500_000n)
  const lost = payment({ ...ofNetwork, kind: 'adjusted', amountMicros: -500_000, reference: 'n-2' })
  assert.equal((await settle(world.ports, lost)).owedMicros, 0n)
  const bonus = payment({ kind: 'adjusted', amountMicros: 7, reference: 'a-1', reason: 'goodwill' })
  const owed = await owedTo(world.appId)
  assert.equal((await settle(world.ports, bonus)).owedMicros, owed + 7n)
  await assertClean()
})

test('twenty payments at once of one balance pay it once', async () => {
  const offerId = await world.addOffer()
  const [app] = await world.database.query<{ id: number }>(
    "insert into apps (publisher_id, name) select publisher_id, 'B' from apps limit 1 returning id",
  )
  const appId = app?.id ?? 0
  await tell(await world.addClick(offerId, { appId, userId: 'racer' }), {})
  const results = await Promise.allSettled(
    Array.from({ length: 20 }, (_, n) => settle(world.ports, payment({ appId, reference: `race-${n}` }))),
  )
  assert.equal(results.filter(({ status }) => status === 'fulfilled').length, 1)
  assert.equal(await owedTo(appId), 0n)
  await assertClean()
})

test('a conversion that was never booked is booked by a repair, once, and to the last micro', async () => {
  const networkId = await world.addNetwork({ onChangedPayout: 'update' })
  const offerId = await world.addOffer({ networkId, share: 5_000 })
  const ids: string[] = []
  for (const userId of ['unbooked-1', 'unbooked-2', 'unbooked-3']) {
    const clickId = await world.addClick(offerId, { userId })
    await tell(clickId, { networkId, word: 'pending' })
    await tell(clickId, { networkId, reportedMicros: 1_000_001 })
    await tell(clickId, { networkId, reportedMicros: 2_000_003 })
    ids.push(await tell(clickId, { networkId, word: userId === 'unbooked-1' ? 'approved' : 'reversed' }))
  }
  await tell(await world.addClick(offerId, { userId: 'tester', isTest: true }), { networkId })
  const before = await Promise.all(ids.map(booked))
  const repair = async () => await repairLedger(world.ports, { actor: 'op' })
  assert.deepEqual(await repair(), { conversions: 0, events: 0 })
  // All of one, the middle of another, the end of the third.
  await world.database.query(
    `delete from ledger_entries where source_id = $1 or (source_id = $2 and version = 3)
       or (source_id = $3 and version = 4)`,
    ids,
  )
  assert.ok(!(await checkLedger(world.ports)).isClean)
  const [one, two] = await Promise.all([repair(), repair()])
  assert.equal(one.events + two.events, 3 + 1 + 1)
  assert.deepEqual(await Promise.all(ids.map(booked)), before)
  assert.deepEqual(await repair(), { conversions: 0, events: 0 })
  const audits = await world.database.query("select from audit_log where action = 'ledger.repaired'")
  assert.ok(audits.length >= 1)
  await assertClean()
})

test('whatever is wrong in the ledger, the check finds it', async () => {
  const id = await tell(await world.addClick(await world.addOffer(), { userId: 'tampered' }), {})
  const test = await tell(await world.addClick(await world.addOffer(), { userId: 'tt', isTest: true }), {})
  const of = `source_id = '${id}'`
  const wrongs: readonly (readonly [string, RegExp])[] = [
    [
      `update ledger_entries set amount_micros = amount_micros + 1 where ${of} and account = 'payable'`,
      /every transaction/,
    ],
    [
      `update ledger_entries set amount_micros = amount_micros + 1 where ${of} and account = 'margin'`,
      /all entries/,
    ],
    [`delete from ledger_entries where ${of}`, /sum to what it owes/],
    [`delete from ledger_entries where ${of}`, /booked with the event/],
    [`update conversions set payout_micros = payout_micros + 1 where id = '${id}'`, /sum to what it owes/],
    [`update conversions set status = 'reversed' where id = '${id}'`, /sum to what it owes/],
    [
      `update ledger_entries set party_id = 999 where ${of} and account = 'payable'`,
      /its network and its app/,
    ],
    [`update ledger_entries set source_id = '${test}' where ${of}`, /belong to a live conversion/],
    [`delete from conversions where id = '${id}'`, /belong to a live conversion/],
    ['delete from ledger_entries where version = 0', /every settlement/],
    ["update settlements set amount_micros = amount_micros * 2 where kind = 'paid'", /every settlement/],
    ["update settlements set app_id = null, network_id = 1 where reference = 'p-1'", /every settlement/],
    ["delete from settlements where reference = 'p-1'", /every settlement/],
  ]
  for (const [wrong, rule] of wrongs) {
    const rules: string[] = []
    await world.database
      .transaction(async (tx) => {
        await tx.query(wrong, [])
        for (const one of world.ports.store.ledgerChecks.ledgerRules) {
          const { count } = await world.ports.store.ledgerChecks.findFaults(tx, one, 10)
          if (count > 0) rules.push(one.rule)
        }
        throw new Error('undo')
      })
      .catch((error: unknown) => assert.match(String(error), /undo/))
    assert.match(rules.join('; '), rule, wrong)
  }
  await assertClean()
})

test('the money of publishers is told app by app: what is owed, what waits, what was paid', async () => {
  const own = await createConversionWorld()
  const { database, ports, appId } = own
  const moneyOf = async () =>
    (await listPublisherMoney(ports)).map(({ appId: app, owedMicros, heldMicros, paidMicros }) =>
      [app, owedMicros, heldMicros, paidMicros].map(Number),
    )
  assert.deepEqual(await moneyOf(), [])
  const networkId = await own.addNetwork({})
  const report = async (holdDays: number, revenue: number, word = 'approved') => {
    const clickId = await own.addClick(await own.addOffer({ networkId, share: 5_000, holdDays }))
    await applyPostbacks(ports, [own.report(clickId, { networkId, word, reportedMicros: revenue * usd })])
    return clickId
  }
  await report(0, 4)
  await report(7, 3)
  const waiting = await report(0, 2)
  await database.query(`update conversions set status = 'pending', reason = 'risk' where click_id = $1`, [
    waiting,
  ])
  await database.query(
    'delete from ledger_entries where source_id in (select id from conversions where click_id = $1)',
    [waiting],
  )
  await settle(ports, payment({ appId, reference: 'NOV', amountMicros: usd }))
  assert.deepEqual(await moneyOf(), [[appId, usd, 2.5 * usd, usd]])
  await own.close()
})
