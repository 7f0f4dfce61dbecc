import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { checkLedger } from '../../packages/server/src/features/ledger/check-ledger.ts'
import { addEndpoint } from '../support/callback-endpoints.ts'
import { MoneyScene, openDice, readRows, type Row, type Told } from '../support/money-scene.ts'
import { createWorld, type World } from '../support/world.ts'

let world: World
let beside: World
before(async () => {
  const environment = { RATE_LIMIT_PER_MINUTE: '1000000' }
  world = await createWorld({ environment })
  beside = await createWorld({ environment, beside: world })
  for (const { app } of [world, beside]) {
    await addEndpoint(world.ports.db, {
      appId: app.appId,
      url: 'https://publisher.example/told',
      mode: 'both',
    })
  }
  await world.ports.store.snapshotVersions.bumpSnapshot(world.ports.db, 'apps')
  for (const each of [world, beside]) await each.ports.snapshots.refresh('apps')
})
after(async () => {
  await beside.close()
  await world.close()
})

/** '' is what an offer without goals calls its only one; with goals that is `install`. */
const sameGoal = (one: Row, other: Row): boolean => (one.goal || 'install') === (other.goal || 'install')

/** Whether two conversions are of one transaction; a publisher's own ids are its own. */
function isSame(one: Row, other: Row): boolean {
  if (one.offer !== other.offer || one.isTest !== other.isTest || !sameGoal(one, other)) return false
  if (one.txns.some((id) => other.txns.includes(id) || id === other.claimTxn)) return true
  if (one.claimTxn === null) return false
  return other.txns.includes(one.claimTxn) || (one.app === other.app && one.claimTxn === other.claimTxn)
}

const isHeld = ({ status, reason }: Row): boolean =>
  status === 'pending' && reason !== null && reason !== 'claim'

/** What may never happen, by what was told and what is stored; it knows no rule of the product. */
class Judge {
  rows: readonly Row[] = []
  readonly #said = new Map<string, Set<string>>()
  readonly #ended = new Map<string, Row>()
  readonly #held = new Set<string>()
  readonly #lifted = new Set<string>()

  look(told: Told, rows: readonly Row[], nowMs: number): void {
    const before = new Map(this.rows.map((row) => [row.id, row]))
    const isSilent =
      told.kind === 'dry run' || told.kind === 'nothing' || told.http === 400 || told.kind === 'wait'
    const isRepeat = told.isDuplicate === true && told.note !== 'payout_updated' && told.kind === 'report'
    if (isSilent || isRepeat || (told.kind === 'claim' && told.isDuplicate)) {
      assert.deepEqual(rows, this.rows, 'what changes nothing changed something')
    }
    this.#hear(told, before, rows)
    if (told.kind.startsWith('confirm') && told.conversionId !== undefined)
      this.#lifted.add(told.conversionId)
    for (const row of rows) {
      const was = before.get(row.id)
      assert.equal(row.events, row.version, 'a step without its event')
      assert.equal(row.told, row.version, 'a step without its callback')
      assert.equal(row.owed, row.status === 'approved' && !row.isTest ? row.payout : 0, 'owed is not earned')
      if (was && was.version === row.version) {
        const kept = told.kind === 'erase' ? { userId: '', claimTxn: '' } : {}
        assert.deepEqual({ ...row, ...kept }, { ...was, ...kept }, 'a change without a version')
      }
      if (row.status === 'approved' && was?.status !== 'approved') this.#pay(told, was, row, nowMs)
    }
    // A person lifts what held it; what holds it now is new.
    for (const id of this.#lifted) this.#held.delete(id)
    this.#lifted.clear()
    for (const row of rows) if (isHeld(row)) this.#held.add(row.id)
    this.#once(rows)
    this.rows = rows
  }

  /** What its network said of a conversion, and whether what takes money back was heard. */
  #hear(told: Told, before: ReadonlyMap<string, Row>, rows: readonly Row[]): void {
    for (const row of rows) if (row.heard === 'reversed') this.#ended.set(row.id, row)
    if (told.kind !== 'report' || told.http !== 200 || told.conversionId === undefined || !told.status) return
    const row = rows.find(({ id }) => id === told.conversionId)
    assert.ok(row, 'the conversion of an answer is there')
    const { status } = told
    if (told.note !== 'superseded') {
      const said = this.#said.get(row.id) ?? new Set()
      if (said.has('approved') && status === 'reversed') this.#ended.set(row.id, row)
      this.#said.set(row.id, said.add(status))
    }
    if (status === 'approved' || status === 'pending') return
    assert.notEqual(row.status, 'approved', 'it was taken back and stays paid')
    assert.notEqual(row.reason, 'hold', 'it was taken back and will be paid')
    // What was there was taken back; what is new took nothing.
    if (before.has(row.id)) return
    const paid = rows.find(
      (one) =>
        one.offer === row.offer &&
        one.isTest === row.isTest &&
        sameGoal(one, row) &&
        one.status === 'approved' &&
        (told.txn === null ? one.click === told.click : one.txns.includes(told.txn ?? '')),
    )
    assert.equal(paid, undefined, 'what takes money back was lost in another conversion')
  }

  #pay(told: Told, was: Row | undefined, row: Row, nowMs: number): void {
    const isPerson = told.kind.startsWith('confirm') && told.conversionId === row.id
    const isTime = told.kind === 'release' && was?.reason === 'hold' && (was.releaseMs ?? nowMs + 1) <= nowMs
    if (this.#held.has(row.id)) assert.ok(isPerson || isTime, `a hold was lifted by ${told.kind}`)
    this.#held.delete(row.id)
    if (told.kind === 'replay')
      assert.notEqual(was?.heard, 'rejected', 'an old approval passed by a rejection')
    const ends = [...this.#ended.values()].filter((one) => one.id === row.id || isSame(one, row))
    assert.deepEqual(ends, [], 'it was paid after its transaction had ended')
  }

  #once(rows: readonly Row[]): void {
    const paid = rows.filter(({ status }) => status === 'approved')
    for (const [at, one] of paid.entries()) {
      const twin = paid.slice(at + 1).find((other) => isSame(one, other))
      assert.equal(twin, undefined, 'a transaction was paid twice')
    }
  }
}

interface CapUse {
  readonly key: string
  readonly used: number
  readonly stored: number
  readonly limit: number
}

/** How far the caps of a scene are used, counted anew, beside what the counters say. */
async function readCaps(offers: readonly number[]): Promise<CapUse[]> {
  return await world.ports.db.query(
    `select k.key, k.used::bigint as stored, coalesce(o.daily_cap, 1000000)::bigint as limit,
       (select count(*) from conversions v where v.offer_id = o.id and v.counted_on::text = split_part(k.key, ':', 4)) as used
     from offers o join cap_counters k on k.key like 'offer:' || o.id || ':day:%' where o.id = any($1)
     union all
     select k.key, k.used::bigint, coalesce(o.total_cap, 1000000)::bigint,
       (select count(*) from conversions v where v.offer_id = o.id and v.counted_on is not null)
     from offers o join cap_counters k on k.key = 'offer:' || o.id || ':total' where o.id = any($1)
     union all
     select k.key, k.used::bigint, c.cap_limit::bigint,
       (select coalesce(sum(case c.measure when 'count' then 1 else v.payout_micros end), 0)::bigint from conversions v
         where v.offer_id = c.offer_id and v.counted_on is not null
           and (c.period = 'total' or k.key like '%:day:' || v.counted_on || '%')
           and (not c.is_per_user or k.key like '%:user:' || v.app_id || ':' || v.user_id))
     from caps c join cap_counters k on k.key like 'cap:' || c.id || ':%' where c.offer_id = any($1)`,
    [offers],
  )
}

/** Four seconds; the long form is `MONEY_STEPS=20000`, other sequences `MONEY_SEED=7`. */
const steps = Number(process.env['MONEY_STEPS'] ?? 100)

test('no sequence of calls pays twice or after the end, lifts a hold, swallows what takes back, or passes a cap', {
  timeout: 100_000 + steps * 200,
}, async (t) => {
  const seed = Number(process.env['MONEY_SEED'] ?? 20_261_122)
  const dice = openDice(seed)
  const counts = new Map<string, number>()
  for (let done = 0; done < steps; ) {
    const scene = new MoneyScene([world, beside], dice)
    await scene.open()
    const judge = new Judge()
    const story: string[] = []
    let caps = new Map<string, CapUse>()
    try {
      for (let left = 10 + dice.below(40); left > 0; left -= 1) {
        const told = await scene.step(judge.rows)
        done += 1
        story.push(JSON.stringify(told))
        const rows = await readRows(world, scene.offers)
        judge.look(told, rows, world.clock.nowMs())
        const uses = await readCaps(scene.offers)
        for (const use of uses) {
          if (told.kind !== 'erase') assert.equal(use.stored, use.used, `the counter ${use.key} is wrong`)
          const was = caps.get(use.key)
          const isPassed = use.used > use.limit && use.used > (was?.used ?? 0)
          if (was && !told.kind.startsWith('confirm')) assert.ok(!isPassed, `the cap ${use.key} was passed`)
        }
        caps = new Map(uses.map((use) => [use.key, use]))
        const outcome = `${told.kind} ${told.http ?? ''} ${told.isDuplicate === true ? 'duplicate' : (told.note ?? '')}`
        counts.set(outcome, (counts.get(outcome) ?? 0) + 1)
      }
    } catch (error) {
      t.diagnostic(`seed ${seed}, after ${done} steps:\n${story.join('\n')}`)
      t.diagnostic(JSON.stringify(await readRows(world, scene.offers), null, 1))
      throw error
    }
  }
  assert.deepEqual((await checkLedger(world.ports)).faults, [])
  const rare = [
    'report 200 transaction',
    'report 200 duplicate',
    'confirm  ',
    'claim 201 ',
    'many  ',
    'setting  ',
    'replay  ',
  ]
  for (const outcome of steps < 2_000 ? [] : rare) {
    assert.ok((counts.get(outcome) ?? 0) > steps / 500, `${outcome}: ${counts.get(outcome) ?? 0} times`)
  }
  t.diagnostic(JSON.stringify(Object.fromEntries([...counts].sort())))
})
