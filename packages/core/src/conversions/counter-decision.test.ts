import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { formatId } from '../tracking/click-id.ts'
import { applyPostback } from './apply-postback.ts'
import { unlimitedCap } from './caps.ts'
import { type Conversion, isWithheld } from './conversion.ts'
import { giveAfterAll, takeBack } from './counter-decision.ts'
import { networkStateOf } from './network-state.ts'
import { confirmReviewed, refuseReviewed, releaseHeld } from './review-claim.ts'
import type { Situation } from './situation.ts'
import { isEarning } from './standing.ts'
import { type ConversionStatus, conversionStatuses } from './status.ts'

const nowMs = Date.UTC(2026, 10, 24)
const moment = { nowMs, today: '2026-11-24', holdDays: 0 }

function situationWith(existing: Conversion | undefined, { holdDays = 0, isBot = false } = {}): Situation {
  return {
    click: {
      clickId: formatId(nowMs - 60_000, new Uint8Array(8)),
      appId: 1,
      offerId: 2,
      userId: 'user',
      subId: null,
      country: 'DE',
      platform: 'android',
      isTest: false,
      isBot,
      isFallback: false,
    },
    offer: {
      networkId: 3,
      payoutMicros: 70,
      payoutShareBasisPoints: null,
      revenueMicros: 100,
      isRepeatable: false,
      attributionWindowSec: 30 * 86_400,
      deadlineSec: null,
      holdDays,
    },
    currency: { name: 'Coins', rateMicros: 1_000_000, decimals: 0, rounding: 'floor' },
    margin: undefined,
    promotion: undefined,
    existing,
    hasAnother: false,
    remainingCap: unlimitedCap,
    isListed: false,
    onChangedPayout: 'ignore',
    onLoss: 'pay',
    nowMs,
    today: '2026-11-24',
    newId: formatId(nowMs, new Uint8Array(8)),
  }
}

function hear(
  existing: Conversion | undefined,
  status: ConversionStatus,
  options = {},
): Conversion | undefined {
  const report = { status, word: status, goal: '', txnId: null, reportedMicros: 100, currency: 'USD' }
  const decision = applyPostback(report, situationWith(existing, options))
  return decision.kind === 'created' || decision.kind === 'changed' ? decision.conversion : existing
}

function reported(...words: readonly ConversionStatus[]): Conversion {
  const conversion = words.reduce<Conversion | undefined>((one, word) => hear(one, word), undefined)
  assert.ok(conversion)
  return conversion
}

function stateOf(conversion: Conversion | undefined): string {
  return conversion === undefined ? 'none' : `${conversion.status} ${conversion.reason}`
}

test('an approved conversion is taken back as withheld while the network stands by it, and given again', () => {
  const taken = takeBack(reported('approved'), moment)
  assert.equal(stateOf(taken), 'reversed withheld')
  assert.equal(taken?.countedOn, null)
  assert.equal(stateOf(taken && giveAfterAll(taken, moment)), 'approved null')
})

test('once the network takes it back as well, it owes nothing, and no person can give it', () => {
  const taken = takeBack(reported('approved'), moment)
  const lost = hear(taken, 'reversed')
  assert.equal(stateOf(lost), 'reversed refused')
  assert.equal(lost && giveAfterAll(lost, moment), undefined)
})

test('a conversion that the network alone took back or rejected is not for a person to give', () => {
  for (const words of [['approved', 'reversed'], ['rejected']] as const)
    assert.equal(giveAfterAll(reported(...words), moment), undefined)
})

test('a conversion that waits for its network is taken back as rejected, and waits again when given', () => {
  const taken = takeBack(reported('pending'), moment)
  assert.equal(stateOf(taken), 'rejected refused')
  assert.equal(stateOf(hear(taken, 'approved')), 'rejected refused')
  assert.equal(stateOf(taken && giveAfterAll(taken, moment)), 'pending null')
  const approved = hear(taken, 'approved')
  assert.equal(stateOf(approved && giveAfterAll(approved, moment)), 'approved null')
})

test('a held conversion is decided by review, not taken back', () => {
  assert.equal(takeBack({ ...reported('pending'), reason: 'risk' }, moment), undefined)
  assert.equal(takeBack({ ...reported('pending'), reason: 'hold' }, moment), undefined)
})

test('a conversion given after a refusal is held for the rest of its days, or approved at once after them', () => {
  const held = hear(undefined, 'approved', { isBot: true })
  const refused = held && refuseReviewed(held, moment)
  const given = refused && giveAfterAll(refused, { ...moment, holdDays: 7 })
  assert.equal(stateOf(given), 'pending hold')
  assert.equal(given?.releaseAtMs, nowMs + 7 * 86_400_000)
  const later = { ...moment, nowMs: nowMs + 8 * 86_400_000, holdDays: 7 }
  assert.equal(stateOf(refused && giveAfterAll(refused, later)), 'approved null')
})

test('a claim that was confirmed and taken back is withheld as soon as its network approves it', () => {
  const claim: Conversion = {
    ...reported('approved'),
    source: 'claim',
    reportedStatus: null,
    networkState: null,
  }
  const taken = takeBack(claim, moment)
  assert.equal(stateOf(taken), 'reversed refused')
  assert.equal(stateOf(hear(taken, 'pending')), 'reversed refused')
  const withheld = hear(taken, 'approved')
  assert.equal(stateOf(withheld), 'reversed withheld')
  assert.equal(stateOf(withheld && giveAfterAll(withheld, moment)), 'approved null')
})

const rules = { confirmReviewed, refuseReviewed, releaseHeld, takeBack, giveAfterAll }
type RuleName = keyof typeof rules
const against: readonly RuleName[] = ['refuseReviewed', 'takeBack']

test('after any sequence the network owes what it stands by, and its words undo no decision against it', () => {
  const word = fc.constantFrom(...conversionStatuses)
  const rule = fc.constantFrom(...(Object.keys(rules) as RuleName[]))
  const steps = fc.array(fc.oneof(word, rule), { minLength: 2, maxLength: 9 })
  const seen = { withheld: 0, kept: 0, given: 0 }
  fc.assert(
    fc.property(steps, fc.boolean(), fc.nat({ max: 2 }), (sequence, isBot, holdDays) => {
      let existing: Conversion | undefined
      let isRefused = false
      for (const step of sequence) {
        const before = existing
        if (step in rules) {
          const name = step as RuleName
          const moved = existing && rules[name](existing, { ...moment, holdDays })
          if (moved === undefined) continue
          existing = moved
          isRefused = against.includes(name)
          if (name === 'giveAfterAll') seen.given += 1
        } else {
          existing = hear(existing, step as ConversionStatus, { isBot, holdDays })
          if (isRefused) {
            seen.kept += 1
            assert.ok(existing && !isEarning(existing.status), `${sequence.join(' ')}: it earns again`)
          }
        }
        if (existing === undefined || existing === before) continue
        assert.equal(existing.version, (before?.version ?? 0) + 1)
        // It says that it is owed exactly as long as the network's own story is approved.
        if (isWithheld(existing)) {
          seen.withheld += 1
          assert.equal(networkStateOf(existing), 'approved')
        }
        if (existing.status === 'reversed' && existing.reason === 'refused')
          assert.notEqual(networkStateOf(existing), 'approved')
      }
    }),
    { numRuns: 5_000 },
  )
  assert.ok(seen.withheld > 100 && seen.kept > 100 && seen.given > 100, JSON.stringify(seen))
})
