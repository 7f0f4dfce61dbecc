import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { ReportedClick } from '@quoin/core/conversions/situation.ts'
import { noNorms } from '@quoin/core/risk/offer-norms.ts'
import { judgeConversion } from '@quoin/core/risk/behaviour/behaviour-risk.ts'

import { createWorld, type World } from '../../../../../test/support/world.ts'
import type { ListDirectory, Suspect } from '../../ports/directories.ts'
import type { RiskFigures } from '../../ports/ports.ts'
import { keyOf } from '../devices/key-sighting.ts'
import { isUserLookedUp, judgeByLists, judgeReported } from './judge-reported.ts'

let world: World
let click: ReportedClick
before(async () => {
  world = await createWorld({ app: { holdScore: 60 } })
  click = {
    clickId: world.ports.newId(),
    appId: world.ports.snapshots.apps().findKey(world.app.live.apiKey)?.appId ?? 0,
    offerId: 1,
    userId: 'mia',
    subId: 'banner',
    country: 'DE',
    platform: null,
    isTest: false,
    isBot: false,
    isFallback: false,
    address: '203.0.113.9',
  }
})
after(() => world.close())

/** Where the statistics know nothing yet. */
const noFigures: RiskFigures = {
  findOffer: () => undefined,
  findSource: () => undefined,
  findUsualTimes: () => undefined,
  norms: () => noNorms,
  findPeers: () => undefined,
}

const noFacts = { build: 0, choices: 0, drawing: 0, line: 0, network: 0, offers: 0 }

const nothingFound = {
  userLost: 0,
  userPlain: 0,
  userOffers: [],
  lastDevice: null,
  deviceScoreTenths: null,
  worstScoreTenths: null,
}

interface Given {
  readonly found?: Partial<Parameters<typeof judgeReported>[1]['found']>
  readonly listed?: 'allow' | 'review'
  readonly figures?: Partial<RiskFigures>
  readonly changes?: Partial<ReportedClick>
  readonly afterMs?: number
}

/** The risk of a report that comes an hour after its click, unless told otherwise. */
function judge({ found, listed, figures, changes, afterMs = 3_600_000 }: Given) {
  const riskFigures = { ...noFigures, ...figures }
  const reported = { click: { ...click, ...changes }, userKey: 'key of mia', listed }
  return judgeReported(
    { ...world.ports, riskFigures },
    { ...reported, found: found && { ...nothingFound, ...found }, nowMs: world.clock.nowMs() + afterMs },
  )
}

const peers = (scoreTenths: number): Partial<RiskFigures> => ({
  findPeers: (user) => (user === 'key of mia' ? { facts: noFacts, scoreTenths } : undefined),
})

test('a report is judged by the seconds since its click', () => {
  assert.equal(judge({}), null)
  assert.deepEqual(
    judge({ afterMs: 2_000 }),
    judgeConversion({ creditSec: 2, user: { lost: 0, plain: 0 } }, { click: null, holdScore: 60 }),
  )
})

for (const [what, given] of [
  ['their last device', { found: { deviceScoreTenths: 900, worstScoreTenths: 400 } }],
  ['the worst of their devices', { found: { deviceScoreTenths: 400, worstScoreTenths: 900 } }],
  ['the users they share it with', { found: { deviceScoreTenths: 400 } }],
  ['the users they share it with, when they were seen on none', {}],
] as const satisfies readonly (readonly [string, Given])[]) {
  test(`a user is judged by the highest score: by that of ${what}`, () => {
    const figures = what.startsWith('the users') ? peers(900) : peers(300)
    const facts = { creditSec: 3_600, user: { lost: 0, plain: 0 }, deviceScore: 0.9 }
    assert.deepEqual(judge({ ...given, figures }), judgeConversion(facts, { click: null, holdScore: 60 }))
  })
}

test('the losses of a user are held against them by how much others lose on the same offers', () => {
  const found = { userLost: 6, userPlain: 4, userOffers: [1, 2, 3] }
  const findNorm = (offerId: number) =>
    offerId === 3 ? undefined : { conversionRate: 0.1, lostRate: 0.1 * offerId, worth: 0, soonerBySlot: [] }
  const norms = () => ({ ...noNorms, findNorm })
  const user = { lost: 6, plain: 4, expectedLost: 0.1 + 0.2 }
  assert.deepEqual(
    judge({ found, figures: { norms } }),
    judgeConversion({ creditSec: 3_600, user }, { click: null, holdScore: 60 }),
  )
})

test("a report is held from its app's hold score on, and never where the user is allowed or the app unknown", () => {
  const found = { deviceScoreTenths: 990 }
  const risk = judge({ found })
  assert.ok(risk && risk.scoreTenths >= 600 && risk.scoreTenths < 990)
  assert.equal(risk.verdict, 'hold')
  assert.equal(judge({ found, listed: 'review' })?.verdict, 'hold')
  assert.equal(judge({ found, listed: 'allow' })?.verdict, 'accept')
  assert.equal(judge({ found, changes: { appId: 999_999 } })?.verdict, 'accept')
})

/** Ports whose lists name a device, and say of everybody what they are given. */
function portsWithLists(verdict: ReturnType<ListDirectory['judge']>, devices: readonly string[] = []) {
  const asked: Suspect[] = []
  const lists: ListDirectory = {
    ...world.ports.snapshots.lists(),
    listDevices: () => devices,
    judge: (suspect) => {
      asked.push(suspect)
      return verdict
    },
  }
  return { asked, ports: { ...world.ports, snapshots: { ...world.ports.snapshots, lists: () => lists } } }
}

const judgedAt = { found: undefined, nowMs: 0 }

test('the lists are asked by everything that is known of user and click, and nothing that is not', () => {
  const { appId } = click
  const { asked, ports } = portsWithLists(undefined, ['print'])
  const lastDevice = keyOf(ports.keyring, click, { noun: 'device', text: 'print' })
  judgeByLists(ports, click, { found: { ...nothingFound, lastDevice }, nowMs: 0 })
  judgeByLists(ports, { ...click, address: null, country: null }, judgedAt)
  assert.deepEqual(asked, [
    { appId, userId: 'mia', device: 'print', address: '203.0.113.9', country: 'DE' },
    { appId, userId: 'mia', device: undefined, address: undefined, country: undefined },
  ])
})

test("a publisher's own allow entry says nothing here; every other verdict of the lists is theirs", () => {
  const said = { kind: 'user', reason: '' } as const
  for (const [action, isOwn, expected] of [
    ['allow', true, undefined],
    ['allow', false, 'allow'],
    ['review', true, 'review'],
    ['block', true, 'block'],
    ['block', false, 'block'],
  ] as const) {
    const { ports } = portsWithLists({ ...said, action, isOwn })
    assert.equal(judgeByLists(ports, click, judgedAt), expected, `${action} ${isOwn}`)
  }
})

test('a user who was blocked at their device is blocked unless the lists say otherwise; a high score is no block', () => {
  const at = (deviceScoreTenths: number) => ({ found: { ...nothingFound, deviceScoreTenths }, nowMs: 0 })
  const silent = portsWithLists(undefined).ports
  assert.equal(judgeByLists(silent, click, at(1000)), 'block')
  assert.equal(judgeByLists(silent, click, at(990)), undefined)
  const allowed = { action: 'allow', kind: 'user', reason: '', isOwn: false } as const
  assert.equal(judgeByLists(portsWithLists(allowed).ports, click, at(1000)), 'allow')
})

test('a user is looked up where something is held for a score, or a list names a device', () => {
  const elsewhere = { ...click, appId: 999_999 }
  const named = portsWithLists(undefined, ['print']).ports
  const unnamed = portsWithLists(undefined).ports
  assert.equal(isUserLookedUp(unnamed, click), true)
  assert.equal(isUserLookedUp(unnamed, elsewhere), false)
  assert.equal(isUserLookedUp(named, elsewhere), true)
})
