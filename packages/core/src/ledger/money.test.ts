import assert from 'node:assert/strict'
import { test } from 'node:test'
import { formatId } from '../tracking/click-id.ts'
import { applyPostback } from '../conversions/apply-postback.ts'
import { unlimitedCap } from '../conversions/caps.ts'
import { type Conversion, isWithheld } from '../conversions/conversion.ts'
import { giveAfterAll, takeBack } from '../conversions/counter-decision.ts'
import { confirmReviewed, refuseReviewed, releaseHeld } from '../conversions/review-claim.ts'
import type { Report, Situation } from '../conversions/situation.ts'
import type { ConversionStatus } from '../conversions/status.ts'
import { convertToUsd, type Rounding } from '../payout/convert.ts'
import { entriesOf } from './book-conversion.ts'
import type { LedgerAccount } from './ledger-entry.ts'

/**
 * Random conversions against an oracle that knows nothing of our arithmetic: fractions of big integers, rounded
 * once. The long form is a million: `npm run money:long`.
 */
const conversions = process.env['MONEY'] === 'long' ? 1_000_000 : 20_000

const dayMs = 86_400_000
const startMs = Date.UTC(2026, 10, 21)

/** Small, quick and the same on every machine (mulberry32). */
class Dice {
  #state: number
  constructor(seed: number) {
    this.#state = seed
  }
  below(limit: number): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296) * limit)
  }
  one<Item>(items: readonly [Item, ...Item[]]): Item {
    return items[this.below(items.length)] ?? items[0]
  }
  chance(percent: number): boolean {
    return this.below(100) < percent
  }
  /** Amounts of every size, round ones and ones with a rest, zero too. */
  micros(): number {
    const size = this.one([1, 100, 10_000, 1_000_000, 100_000_000, 10_000_000_000])
    const amount = this.below(size * 10)
    return this.chance(30) ? Math.floor(amount / 10_000) * 10_000 : amount
  }
}

/** Numerator over denominator, both positive, to a whole number. */
function rounded(numerator: bigint, denominator: bigint, rounding: Rounding): bigint {
  const doubled = { floor: 0n, half_up: denominator, ceil: 2n * denominator - 2n }[rounding]
  return (2n * numerator + doubled) / (2n * denominator)
}

interface Money {
  revenue: bigint
  payout: bigint
  local: bigint
}

/** The amounts that a report of the network makes, in exact arithmetic. */
function moneyOf(report: Report, { offer, currency, margin, promotion }: Situation): Money {
  const { exchange } = report
  assert.ok(exchange !== 'missing')
  const nanos = exchange ? BigInt(exchange.usdNanos) : 1_000_000_000n
  const revenue = rounded(BigInt(report.reportedMicros) * nanos, 1_000_000_000n, 'half_up')
  const rest = margin ? BigInt(10_000 - margin.basisPoints) : undefined
  const fixed =
    rest === undefined ? BigInt(offer.payoutMicros) : (BigInt(offer.revenueMicros) * rest) / 10_000n
  const share = rest ?? BigInt(offer.payoutShareBasisPoints ?? 0)
  const payout = offer.payoutShareBasisPoints === null ? fixed : (revenue * share) / 10_000n
  const step = 10n ** BigInt(6 - currency.decimals)
  const multiplier = BigInt(promotion?.basisPoints ?? 10_000)
  const exact = payout * BigInt(currency.rateMicros) * multiplier
  return { revenue, payout, local: rounded(exact, 10_000_000_000n * step, currency.rounding) * step }
}

function situationOf(dice: Dice, id: number): Situation {
  const random = new Uint8Array(8)
  new DataView(random.buffer).setUint32(4, id)
  return {
    click: {
      clickId: formatId(startMs - 60_000, random),
      appId: 1 + dice.below(5),
      offerId: 1 + dice.below(50),
      userId: 'user',
      subId: null,
      country: 'DE',
      platform: 'android',
      isTest: dice.chance(5),
      isBot: dice.chance(5),
      isFallback: dice.chance(5),
    },
    offer: {
      networkId: 1 + dice.below(3),
      payoutMicros: dice.micros(),
      payoutShareBasisPoints: dice.chance(50) ? dice.below(10_001) : null,
      revenueMicros: dice.micros(),
      isRepeatable: false,
      attributionWindowSec: 30 * 86_400,
      deadlineSec: null,
      holdDays: dice.one([0, 0, 0, 3]),
    },
    currency: {
      name: 'Coins',
      rateMicros: 1 + dice.below(dice.one([1_000, 1_000_000, 2_000_000_000])),
      decimals: dice.below(7),
      rounding: dice.one(['floor', 'half_up', 'ceil']),
    },
    margin: dice.chance(30) ? { id: 1, basisPoints: dice.below(10_001) } : undefined,
    promotion: dice.chance(30) ? { id: 1, basisPoints: 1 + dice.below(50_000) } : undefined,
    existing: undefined,
    hasAnother: dice.chance(5),
    remainingCap: dice.chance(5) ? { ...unlimitedCap, count: 0 } : unlimitedCap,
    isListed: false,
    onChangedPayout: dice.one(['ignore', 'update']),
    onLoss: dice.one(['hold', 'pay', 'refuse']),
    nowMs: startMs,
    today: '2026-11-21',
    newId: formatId(startMs, random),
  }
}

function reportOf(dice: Dice, last: Report | undefined): Report {
  const status = dice.one<ConversionStatus>([
    'pending',
    'approved',
    'approved',
    'approved',
    'rejected',
    'reversed',
  ])
  const base = { status, word: status, goal: '', txnId: null }
  if (last !== undefined && dice.chance(50)) {
    const { reportedMicros, currency, exchange } = last
    return { ...base, reportedMicros, currency, ...(exchange ? { exchange } : {}) }
  }
  const reportedMicros = status === 'reversed' && dice.chance(50) ? -dice.micros() - 1 : dice.micros()
  if (dice.chance(50)) return { ...base, reportedMicros, currency: 'USD' }
  const usdNanos = 1 + dice.below(dice.one([50_000, 5_000_000, 2_000_000_000]))
  const usdMicros = convertToUsd(reportedMicros, usdNanos)
  assert.ok(usdMicros !== undefined)
  const exchange = { day: '2026-11-21', usdNanos, usdMicros }
  return { ...base, reportedMicros, currency: dice.one(['EUR', 'VND']), exchange }
}

class Oracle {
  readonly sums = new Map<string, bigint>()
  readonly booked = new Map<string, bigint>()
  steps = 0
  withheld = 0

  /** Adds the ledger's entries of a step. */
  note(before: Conversion | undefined, after: Conversion): void {
    this.steps += 1
    let sum = 0n
    for (const { account, partyId, amountMicros } of entriesOf(before, after)) {
      add(this.booked, account, partyId, BigInt(amountMicros))
      sum += BigInt(amountMicros)
    }
    assert.equal(sum, 0n)
  }

  /** The debts of a conversion in the end. */
  close(conversion: Conversion, { revenue, payout }: Money): void {
    if (conversion.isTest) return
    if (isWithheld(conversion)) {
      this.withheld += 1
      add(this.sums, 'receivable', conversion.networkId, revenue)
      add(this.sums, 'margin', null, -revenue)
    }
    if (conversion.status !== 'approved') return
    add(this.sums, 'receivable', conversion.networkId, revenue)
    add(this.sums, 'payable', conversion.appId, -payout)
    add(this.sums, 'margin', null, payout - revenue)
  }
}

function add(sums: Map<string, bigint>, account: LedgerAccount, party: number | null, by: bigint): void {
  const key = `${account} ${party}`
  sums.set(key, (sums.get(key) ?? 0n) + by)
}

const decisions = [confirmReviewed, refuseReviewed, releaseHeld, takeBack, giveAfterAll]

/** One random story; returns the conversion as it stands and what it must be worth. */
function live(dice: Dice, id: number, oracle: Oracle): void {
  const situation = situationOf(dice, id)
  let existing: Conversion | undefined
  let money: Money | undefined
  let last: Report | undefined
  let nowMs = startMs
  for (let reports = 1 + dice.below(5); reports > 0; reports -= 1) {
    nowMs += dice.below(2 * dayMs)
    const report = reportOf(dice, last)
    last = report
    const decision = applyPostback(report, { ...situation, existing, nowMs })
    if (decision.kind !== 'refused' && decision.kind !== 'duplicate') {
      const isEarning = report.status === 'approved' || report.status === 'pending'
      const isOther =
        existing?.reportedMicros !== report.reportedMicros || existing.reportedCurrency !== report.currency
      if (existing === undefined || (isEarning && isOther)) money = moneyOf(report, situation)
      oracle.note(existing, decision.conversion)
      existing = decision.conversion
    }
    const rule = dice.one([undefined, undefined, undefined, ...decisions])
    const { holdDays = 0 } = situation.offer
    const moment = { nowMs: nowMs + dice.one([0, 3]) * dayMs, today: '2026-11-21', holdDays }
    const moved: Conversion | undefined = existing && rule?.(existing, moment)
    if (moved === undefined) continue
    oracle.note(existing, moved)
    existing = moved
  }
  if (existing === undefined || money === undefined) return
  const { revenueMicros, payoutMicros, payoutLocalMicros } = existing
  const actual = {
    revenue: BigInt(revenueMicros),
    payout: BigInt(payoutMicros),
    local: BigInt(payoutLocalMicros),
  }
  if (actual.revenue !== money.revenue || actual.payout !== money.payout || actual.local !== money.local)
    assert.deepEqual(actual, money, `conversion ${id}: ${JSON.stringify({ situation, last })}`)
  oracle.close(existing, money)
}

test('random conversions are worth, and booked at, what exact fractions say', (t) => {
  const seed = Number(process.env['MONEY_SEED'] ?? 20_261_121)
  const dice = new Dice(seed)
  const oracle = new Oracle()
  for (let id = 0; id < conversions; id += 1) live(dice, id, oracle)
  const isOpen = ([, sum]: [string, bigint]): boolean => sum !== 0n
  assert.deepEqual([...oracle.booked].filter(isOpen).sort(), [...oracle.sums].filter(isOpen).sort())
  assert.ok(oracle.sums.size > 5 && oracle.steps > conversions && oracle.withheld > 100)
  t.diagnostic(`${conversions} conversions, ${oracle.steps} steps, seed ${seed}`)
})
