import assert from 'node:assert/strict'
import { test } from 'node:test'
import { formatId } from '../tracking/click-id.ts'
import { applyPostback, txnKeyOf } from './apply-postback.ts'
import { type RemainingCap, unlimitedCap } from './caps.ts'
import { type Conversion, isVouchedFor } from './conversion.ts'
import { findReported, takesBackOf } from './find-reported.ts'
import { makeClaim } from './make-claim.ts'
import { confirmReviewed, expireClaim, refuseReviewed, releaseHeld } from './review-claim.ts'
import { objectionsTo } from './review-objections.ts'
import type { Situation } from './situation.ts'
import { type ConversionStatus, conversionStatuses } from './status.ts'
import { findTwin, isCounted, isSameTransaction } from './transaction-use.ts'

/**
 * Random sequences of words, claims, reviews, clock steps and caps against three plain sentences. The long form is
 * 100,000: `npm run money:long`.
 */
const sequences = Number(
  process.env['MONEY_SEQUENCES'] ?? (process.env['MONEY'] === 'long' ? 100_000 : 3_000),
)

const usd = 1_000_000
const dayMs = 86_400_000
const startMs = Date.UTC(2026, 10, 21)

/** Small, quick and the same on every machine (mulberry32). */
function diceOf(seed: number): (limit: number) => number {
  let state = seed
  return (limit) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296) * limit)
  }
}

const transactions = [null, 'X', 'Y'] as const
const full: RemainingCap = { ...unlimitedCap, count: 0 }

interface Said {
  readonly conversionId: string
  readonly status: ConversionStatus
}

/** One offer with the clicks of two users, as the features keep them, in memory. */
class Scene {
  readonly conversions: Conversion[] = []
  readonly said: Said[] = []
  /** Held for a person or a time, which neither has lifted. */
  readonly held = new Set<string>()
  /** Transactions that a network has approved and then taken back. */
  readonly ended: Conversion[] = []
  nowMs = startMs
  ids = 0
  readonly #below: (limit: number) => number
  readonly #offer: Situation['offer']
  readonly #clicks: readonly Situation['click'][]

  constructor(below: (limit: number) => number) {
    this.#below = below
    this.#offer = {
      networkId: 3,
      payoutMicros: usd,
      payoutShareBasisPoints: below(3) === 0 ? 5_000 : null,
      revenueMicros: 2 * usd,
      isRepeatable: below(2) === 0,
      attributionWindowSec: below(3) === 0 ? 86_400 : 30 * 86_400,
      deadlineSec: below(4) === 0 ? 2 * 86_400 : null,
      holdDays: below(3) === 0 ? 2 : 0,
    }
    this.#clicks = ['ann', 'ann', 'ben'].map((userId) => ({
      clickId: this.newId(),
      appId: userId === 'ann' ? 1 : 2,
      offerId: 12,
      userId,
      subId: null,
      country: 'DE',
      platform: 'android',
      isTest: false,
      isBot: below(12) === 0,
      isFallback: false,
    }))
  }

  newId(): string {
    const random = new Uint8Array(8)
    this.ids += 1
    new DataView(random.buffer).setUint32(4, this.ids)
    return formatId(this.nowMs, random)
  }

  /** Writes a step, and says what it was. */
  write(before: Conversion | undefined, after: Conversion, cause: string): void {
    const place = before === undefined ? -1 : this.conversions.findIndex(({ id }) => id === before.id)
    if (place < 0) this.conversions.push(after)
    else this.conversions[place] = after
    const isNewlyPaid = after.status === 'approved' && before?.status !== 'approved'
    if (isNewlyPaid) {
      const isLifted = cause === 'confirm' || cause === 'release'
      assert.ok(isLifted || !this.held.has(after.id), `a hold was lifted by ${cause}`)
      const end = this.ended.find((one) => one.id === after.id || isSameTransaction(one, after))
      assert.ok(end === undefined, 'it was paid after it had ended')
    }
    if (cause === 'confirm') this.held.delete(after.id)
    if (after.status === 'approved') this.held.delete(after.id)
    if (after.status === 'pending' && after.reason !== null && after.reason !== 'claim')
      this.held.add(after.id)
    for (const one of this.conversions.filter(({ status }) => status === 'approved')) {
      const twins = this.conversions.filter(
        (other) => other.id !== one.id && other.status === 'approved' && isSameTransaction(one, other),
      )
      assert.equal(twins.length, 0, 'a transaction was paid twice')
    }
  }

  twinOf(subject: Parameters<typeof isSameTransaction>[0], id: string | undefined) {
    return findTwin(this.conversions.filter((one) => one.id !== id && isSameTransaction(subject, one)))
  }

  report(): string {
    const click = this.#clicks[this.#below(3)]
    const status = conversionStatuses[this.#below(4)]
    assert.ok(click && status)
    const txnId = transactions[this.#below(3)] ?? null
    const reportedMicros = [2, 2, 2, 0, 9][this.#below(5)] ?? 2
    const said = {
      status,
      word: status,
      reportedMicros: reportedMicros * usd,
      currency: 'USD',
      goal: '',
      txnId,
    }
    const report = this.#below(8) === 0 ? { ...said, meaningsAfter: { approved: 'reversed' } as const } : said
    const ofUser = this.conversions.filter(({ userId }) => userId === click.userId)
    const claimedElsewhere = ofUser.find(
      (one) => txnId !== null && one.claimTxnId === txnId && (one.txnId === null || one.txnId === txnId),
    )
    const ofClick = ofUser.filter(({ clickId }) => clickId === click.clickId)
    const txnKey = txnKeyOf(report, this.#offer)
    const takesBack = takesBackOf({ ...report, isGoalNamed: false })
    const name = { goal: '', formerGoal: null, txnKey, txnId, takesBack, claimedElsewhere }
    const existing = findReported(ofClick, name)
    if (existing === 'several') return 'several'
    const subject = {
      appId: click.appId,
      txnId: txnId ?? existing?.txnId ?? null,
      formerTxnId:
        (txnId !== null && txnId !== existing?.txnId ? existing?.txnId : existing?.formerTxnId) ?? null,
      claimTxnId: existing?.claimTxnId ?? null,
    }
    const { use, isStanding } = this.twinOf(subject, existing?.id)
    const decision = applyPostback(report, {
      click,
      offer: this.#offer,
      currency: { name: 'Coins', rateMicros: usd, decimals: 0, rounding: 'half_up' },
      existing,
      hasAnother: ofUser.some((one) => one.id !== existing?.id && isVouchedFor(one)),
      remainingCap: this.#below(10) === 0 ? full : unlimitedCap,
      isListed: this.#below(10) === 0,
      transactionUse: use,
      isStandingElsewhere: isStanding,
      onChangedPayout: this.#below(2) === 0 ? 'update' : 'ignore',
      onLoss: 'hold',
      nowMs: this.nowMs,
      today: '2026-11-21',
      newId: this.newId(),
    })
    if (decision.kind === 'refused' || decision.kind === 'duplicate') return decision.kind
    const { conversion } = decision
    this.write(existing, conversion, 'report')
    if (conversion.networkState === 'reversed' && this.wasApproved(conversion.id)) {
      this.ended.push(conversion)
    }
    this.said.push({ conversionId: conversion.id, status: conversion.networkState ?? status })
    return conversion.reason ?? conversion.status
  }

  wasApproved(conversionId: string): boolean {
    return this.said.some((one) => one.conversionId === conversionId && one.status === 'approved')
  }

  claim(): string {
    const click = this.#clicks[this.#below(3)]
    assert.ok(click)
    const { isNew, conversion } = makeClaim(
      {
        appId: click.appId,
        userId: click.userId,
        offerId: 12,
        isTest: false,
        goal: '',
        transactionId: transactions[this.#below(3)] ?? null,
        idempotencyKey: null,
        amountMicros: null,
      },
      {
        click: this.#below(2) === 0 ? click : undefined,
        offer: this.#offer,
        currency: { name: 'Coins', rateMicros: usd, decimals: 0, rounding: 'half_up' },
        formerGoal: null,
        conversions: this.conversions.filter(({ userId }) => userId === click.userId),
        nowMs: this.nowMs,
        newId: this.newId(),
      },
    )
    if (isNew) this.write(undefined, conversion, 'claim')
    return isNew ? 'claimed' : 'claimed again'
  }

  review(kind: 'confirm' | 'refuse' | 'release' | 'expire'): string {
    const due = this.conversions.find(({ releaseAtMs }) => releaseAtMs !== null && releaseAtMs <= this.nowMs)
    const any = this.conversions[this.#below(Math.max(1, this.conversions.length))]
    const before = kind === 'release' ? due : any
    if (before === undefined) return 'nothing'
    const rule = {
      confirm: confirmReviewed,
      refuse: refuseReviewed,
      release: releaseHeld,
      expire: expireClaim,
    }[kind]
    const twin = this.twinOf(before, before.id)
    const { holdDays = 0 } = this.#offer
    const after = rule(before, { nowMs: this.nowMs, today: '2026-11-21', holdDays, transactionUse: twin.use })
    if (after === undefined) return 'nothing'
    if (kind === 'confirm') {
      const rival = this.conversions.find(
        (one) => one.id !== before.id && one.userId === before.userId && isCounted(one),
      )
      const remainingCap = this.#below(10) === 0 ? full : unlimitedCap
      const isTransactionErased = false
      const facts = {
        isRepeatable: this.#offer.isRepeatable,
        rivalId: rival?.id,
        remainingCap,
        twin,
        isTransactionErased,
        listedMicros: this.#offer.revenueMicros,
      }
      const [objection] = objectionsTo(before, after, facts)
      if (objection !== undefined) return `objection ${objection.rule}`
    }
    this.write(before, after, kind)
    return kind
  }

  step(): string {
    const kind = this.#below(14)
    if (kind < 7) return this.report()
    if (kind < 9) return this.claim()
    if (kind === 9) {
      this.nowMs += (1 + this.#below(3)) * dayMs
      return 'wait'
    }
    return this.review(
      (
        [
          'confirm',
          'confirm',
          'release',
          (['refuse', 'expire'] as const)[this.#below(2)] ?? 'refuse',
        ] as const
      )[kind - 10] ?? 'confirm',
    )
  }
}

test('no sequence pays a transaction twice or after its end, or lifts a hold without time or a person', (t) => {
  const seed = Number(process.env['MONEY_SEED'] ?? 20_261_121)
  const below = diceOf(seed)
  const outcomes = new Map<string, number>()
  for (let sequence = 0; sequence < sequences; sequence += 1) {
    const scene = new Scene(below)
    for (let steps = 4 + below(22); steps > 0; steps -= 1) {
      const outcome = scene.step()
      outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1)
    }
  }
  for (const rare of [
    ...[
      'approved',
      'reversed',
      'rejected',
      'duplicate',
      'refused',
      'hold',
      'repeat',
      'transaction',
      'margin',
      'cap',
    ],
    ...[
      'window',
      'deadline',
      'confirm',
      'release',
      'objection transaction',
      'objection repeat',
      'objection cap',
    ],
  ]) {
    assert.ok(
      (outcomes.get(rare) ?? 0) > sequences / 200,
      `${rare} was said ${outcomes.get(rare) ?? 0} times`,
    )
  }
  t.diagnostic(`${sequences} sequences, seed ${seed}: ${JSON.stringify(Object.fromEntries(outcomes))}`)
})
