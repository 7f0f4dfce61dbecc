import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Targeting } from '../targeting/targeting.ts'
import type { Audience } from '../targeting/audience.ts'
import { targetingFilters } from '../targeting/filters/index.ts'
import { type ClickFacts, decideClick, listFallbacks } from './decide-click.ts'

const nowSec = 1_763_719_200

const offer: Targeting = {
  id: 1,
  status: 'active',
  countries: ['DE', 'FR'],
  platforms: ['android', 'ios'],
  categories: [],
  startsAtSec: nowSec - 10,
  endsAtSec: nowSec + 10,
  isTest: false,
  payoutMicros: 1,
  payoutShareBasisPoints: null,
  revenueMicros: 2,
  goals: [],
}
const audience: Audience = { country: 'DE', platform: 'android', nowSec, isTest: false }

interface Changes {
  readonly offer?: Partial<Targeting>
  readonly audience?: Partial<Audience>
  readonly isAppPaused?: boolean
  readonly isBlocked?: boolean
  readonly isForged?: boolean
  readonly isCapped?: boolean
}

function facts(changes: Changes): ClickFacts {
  return {
    offer: { ...offer, ...changes.offer },
    audience: { ...audience, ...changes.audience },
    isAppPaused: changes.isAppPaused ?? false,
    isBlocked: changes.isBlocked ?? false,
    isForged: changes.isForged ?? false,
    isCapped: changes.isCapped ?? false,
  }
}

const passes: [title: string, changes: Changes, reason: 'country_unknown' | null][] = [
  ['everything fits', {}, null],
  [
    'the offer restricts nothing',
    { offer: { countries: [], platforms: [], startsAtSec: null, endsAtSec: null } },
    null,
  ],
  ['it is the first second of the offer', { offer: { startsAtSec: nowSec } }, null],
  ['the country is unknown, which is flagged', { audience: { country: 'ZZ' } }, 'country_unknown'],
  [
    'the country of an unrestricted offer is unknown',
    { offer: { countries: [] }, audience: { country: 'ZZ' } },
    'country_unknown',
  ],
  ['a test credential meets a test offer', { offer: { isTest: true }, audience: { isTest: true } }, null],
  ['a test credential meets a live offer', { audience: { isTest: true } }, null],
]
for (const [title, changes, reason] of passes) {
  test(`a click leads to the offer when ${title}`, () =>
    assert.deepEqual(decideClick(facts(changes)), { kind: 'offer', reason }))
}

const refusals: [title: string, changes: Changes, reason: string][] = [
  ['is paused', { offer: { status: 'paused' } }, 'paused'],
  ['is of a paused app', { isAppPaused: true }, 'app_paused'],
  ['has not started', { offer: { startsAtSec: nowSec + 1 } }, 'schedule'],
  ['has just ended', { offer: { endsAtSec: nowSec } }, 'schedule'],
  ['is for other countries', { audience: { country: 'US' } }, 'country'],
  ['is for other platforms', { audience: { platform: 'desktop' } }, 'platform'],
  [
    'is for another platform, from an unknown country',
    { audience: { platform: 'desktop', country: 'ZZ' } },
    'platform',
  ],
  ['is over its cap', { isCapped: true }, 'capped'],
  ['is not for a blocked user', { isBlocked: true }, 'blocked'],
  ['is a test offer, met by a live key', { offer: { isTest: true } }, 'test_mode'],
  // The first reason is recorded: the offer itself, then the user, where they come from, how much is left.
  ['is a paused test offer, met by a live key', { offer: { isTest: true, status: 'paused' } }, 'test_mode'],
  ['is paused and the user blocked', { offer: { status: 'paused' }, isBlocked: true }, 'blocked'],
  ['is paused and over its cap', { offer: { status: 'paused' }, isCapped: true }, 'paused'],
]
for (const [title, changes, reason] of refusals) {
  test(`a click falls back (${reason}) when the offer ${title}`, () =>
    assert.deepEqual(decideClick(facts(changes)), { kind: 'unavailable', reason }))
}

test('each targeting filter is asked at the click: some case above falls to its reason', () => {
  const told = refusals.map(([, , reason]) => reason)
  for (const { reason } of targetingFilters) assert.ok(told.includes(reason), reason)
})

test('the nearest fallback comes first, and what is not set is left out', () => {
  const [offerUrl, appUrl, platformUrl] = ['https://o.example/', 'https://a.example/', 'https://p.example/']
  assert.deepEqual(listFallbacks({ offerUrl, appUrl, platformUrl }), [offerUrl, appUrl, platformUrl])
  assert.deepEqual(listFallbacks({ offerUrl: null, appUrl, platformUrl }), [appUrl, platformUrl])
  assert.deepEqual(listFallbacks({ offerUrl: null, appUrl: null, platformUrl: null }), [])
})
