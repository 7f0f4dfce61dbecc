import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Conversion } from '@quoin/core/conversions/conversion.ts'
import { networkStateOf } from '@quoin/core/conversions/network-state.ts'
import { isSameTransaction } from '@quoin/core/conversions/transaction-use.ts'
import { DomainError } from '@quoin/core/errors.ts'
import { confirmClaim } from '../../packages/server/src/features/conversions/confirm-claim.ts'
import { expireClaims } from '../../packages/server/src/features/conversions/expire-claims.ts'
import { recordClaims } from '../../packages/server/src/features/conversions/record-claims.ts'
import { refuseClaim } from '../../packages/server/src/features/conversions/refuse-claim.ts'
import { releaseHolds } from '../../packages/server/src/features/conversions/release-holds.ts'
import { checkLedger } from '../../packages/server/src/features/ledger/check-ledger.ts'
import { applyPostbacks } from '../../packages/server/src/features/postbacks/apply-postbacks.ts'
import { eraseRows } from '../../packages/server/src/features/users/erase-rows.ts'
import { conversionColumns } from '../../packages/server/src/store/conversions/conversion-columns.ts'
import {
  type ConversionPorts,
  type ConversionWorld,
  createConversionWorld,
} from '../support/conversion-world.ts'
import { type Dice, diceOf } from '../support/dice.ts'
import {
  addOffers,
  type Deed,
  idFrom,
  nextDeeds,
  openScenes,
  type Scene,
  waitFor,
} from '../support/batch-scenes.ts'

/**
 * Random sequences of reports, claims, reviews, erasures and time against the database, in two processes: many sequences
 * take their steps together, as full batches have them. The long form is 10,000: `npm run money:long`.
 */
const sequences = Number(process.env['MONEY_SEQUENCES'] ?? (process.env['MONEY'] === 'long' ? 10_000 : 240))
const scenesAtOnce = 240
const steps = 12

let world: ConversionWorld
let beside: ConversionPorts
before(async () => {
  world = await createConversionWorld()
  beside = await world.process()
})
after(() => world.close())

/** How often something was said, and what was claimed of conversions, also of those whose users were erased. */
class Story {
  readonly said = new Map<string, number>()
  readonly claimed = new Map<string, string>()
  readonly sceneOf = new Map<string, Scene>()

  note(what: string): void {
    this.said.set(what, (this.said.get(what) ?? 0) + 1)
  }

  keep(scene: Scene | undefined, { id, claimTxnId, status, reason }: Conversion): void {
    if (scene) {
      if (status === 'pending' && reason !== null) scene.waitingIds.add(id)
      else scene.waitingIds.delete(id)
      this.sceneOf.set(id, scene)
    }
    if (claimTxnId !== null) this.claimed.set(id, claimTxnId)
  }
}

type DeedOf<Kind extends Deed['kind']> = Extract<Deed, { kind: Kind }>

function only<Kind extends Deed['kind']>(deeds: readonly Deed[], kind: Kind): DeedOf<Kind>[] {
  return deeds.flatMap((deed) => (isOf(deed, kind) ? [deed] : []))
}

function isOf<Kind extends Deed['kind']>(deed: Deed, kind: Kind): deed is DeedOf<Kind> {
  return deed.kind === kind
}

/** Everything at once: each process has its batch of reports, while others claim, review and erase. */
async function act(deeds: readonly Deed[], story: Story): Promise<void> {
  const reports = only(deeds, 'report')
  const claims = only(deeds, 'claim').map(({ claim }) => claim)
  const work = [world.ports, beside].map(async (ports, process) => {
    const batch = reports.filter((one) => one.process === process).map(({ report }) => report)
    for (const outcome of await applyPostbacks(ports, batch)) {
      if (outcome.kind === 'applied' || outcome.kind === 'duplicate')
        story.note(outcome.reason ?? outcome.status)
      else story.note(outcome.kind)
    }
  })
  const reviews = [...only(deeds, 'confirm'), ...only(deeds, 'refuse')].map(
    async ({ kind, conversionId }) => {
      story.note(await reviewed(kind, conversionId))
    },
  )
  const erasures = only(deeds, 'erase').map(async ({ userId }, at) => {
    const requestedAtMs = world.nowMs
    const erasure = { id: '', appId: world.appId, isTestOnly: false, userKey: Buffer.of(), userSealed: null }
    await eraseRows(world.ports, { ...erasure, token: `erased-${userId}-${at}`, requestedAtMs }, userId)
    story.note('erased')
  })
  await Promise.all([...work, ...reviews, ...erasures, recordClaims(beside, claims)])
}

async function reviewed(kind: 'confirm' | 'refuse', conversionId: string): Promise<string> {
  try {
    await (kind === 'confirm' ? confirmClaim : refuseClaim)(world.ports, { conversionId, actor: 'ops' })
    return kind
  } catch (error) {
    if (!(error instanceof DomainError)) throw error
    const rules = Array.isArray(error.details) ? error.details.map(({ rule }) => rule) : []
    return rules.length === 0 ? 'nothing to review' : `objection ${rules[0]}`
  }
}

async function readAll(
  fromId: string,
  story: Story,
  scenes: ReadonlyMap<string, Scene>,
): Promise<Conversion[]> {
  const rows = await world.database.query<Conversion>(
    `select ${conversionColumns} from conversions v where v.id >= $1 order by v.id`,
    [fromId],
  )
  return rows.map((row) => {
    story.keep(story.sceneOf.get(row.id) ?? scenes.get(row.userId), row)
    return { ...row, claimTxnId: row.claimTxnId ?? story.claimed.get(row.id) ?? null }
  })
}

/** Checks that must hold between two steps. */
function assertStep(before: readonly Conversion[], now: readonly Conversion[], story: Story): void {
  const former = new Map(before.map((one) => [one.id, one]))
  const byScene = Map.groupBy(now, ({ id }) => story.sceneOf.get(id))
  for (const ofScene of byScene.values()) {
    for (const one of ofScene) {
      const was = former.get(one.id)
      noteTurn(was, one, story)
      if (one.status !== 'approved') continue
      const twins = ofScene.filter((other) => other.id !== one.id && isSameTransaction(one, other))
      assert.deepEqual(
        twins.filter(({ status }) => status === 'approved').map(({ id }) => id),
        [],
        `the transaction of ${one.id} is paid twice`,
      )
      assert.notEqual(networkStateOf(one), 'reversed', `${one.id} is paid after its network took it back`)
      if (was?.status === 'approved') continue
      const ended = twins.filter(({ id }) => {
        const earlier = former.get(id)
        return earlier !== undefined && networkStateOf(earlier) === 'reversed'
      })
      assert.deepEqual(
        ended.map(({ id }) => id),
        [],
        `${one.id} was paid after its transaction had ended`,
      )
    }
  }
}

/** Turns that the sequences are for. */
function noteTurn(was: Conversion | undefined, { status, reason, ...now }: Conversion, story: Story): void {
  if (was === undefined) return
  if (was.reason === 'hold' && status === 'rejected') story.note('taken back while held')
  if (was.status === 'pending' && was.heldFor !== null && status === 'rejected')
    story.note('rejected while in review')
  if (was.status === 'approved' && status === 'reversed') story.note('reversed once paid')
  if (was.reason === 'hold' && status === 'approved') story.note('released or confirmed')
  if (was.reason === 'hold' && reason === 'transaction') story.note('in doubt at its release')
  const isTakenOver = was.reportedStatus === null && now.reportedStatus !== null
  if (isTakenOver && now.txnId !== null && now.claimTxnId === now.txnId)
    story.note('claim met by its postback')
  if (was.claimTxnId !== null && was.userId !== now.userId) story.note('claim erased')
}

/** Checks that must hold of whole histories. */
async function assertHistories(fromId: string): Promise<void> {
  const lifted = await world.database.query(
    `select e.conversion_id from conversion_events e
     cross join lateral (
       select max(h.version) as version from conversion_events h
       where h.conversion_id = e.conversion_id and h.version < e.version and h.to_status = 'pending'
         and h.reason is not null and h.reason <> 'claim') held
     where e.conversion_id >= $1 and e.to_status = 'approved' and e.from_status <> 'approved' and e.source = 'postback'
       and held.version is not null and not exists (
         select from conversion_events l where l.conversion_id = e.conversion_id
           and l.version > held.version and l.version < e.version and l.source in ('operator', 'release'))`,
    [fromId],
  )
  assert.deepEqual(lifted, [], "a network's word lifted a hold")
  const odd = await world.database.query(
    `select v.id from conversions v
     cross join lateral (select abs(coalesce(sum(amount_micros), 0)) as owed from ledger_entries
       where source_id = v.id and account = 'payable') b
     cross join lateral (select count(*) as steps from conversion_events where conversion_id = v.id) e
     where v.id >= $1 and (e.steps <> v.version
       or b.owed <> case when v.status = 'approved' then v.payout_micros else 0 end)`,
    [fromId],
  )
  assert.deepEqual(odd, [], 'the ledger or the history says something else')
  const over = await world.database.query(
    `select c.key from cap_counters c join offers o on c.key = 'offer:' || o.id || ':total'
     where c.used <> (select count(*) from conversions v where v.offer_id = o.id and v.counted_on is not null)
       or c.used > o.total_cap`,
  )
  assert.deepEqual(over, [], 'a cap is exceeded, or miscounted')
}

async function play(
  scenes: readonly Scene[],
  { below, story }: { below: Dice; story: Story },
): Promise<void> {
  const fromId = idFrom(world)
  const byUser = new Map(scenes.flatMap((scene) => scene.users.map((userId) => [userId, scene] as const)))
  let known: Conversion[] = []
  const look = async (): Promise<void> => {
    const now = await readAll(fromId, story, byUser)
    assertStep(known, now, story)
    known = now
  }
  for (let step = 0; step < steps; step += 1) {
    await act(
      scenes.flatMap((scene) => nextDeeds(world, scene, below)),
      story,
    )
    await look()
    world.nowMs += waitFor(below)
    await releaseHolds(world.ports)
    await expireClaims(world.ports)
    await look()
  }
  await assertHistories(fromId)
}

/** The least number of a hundred sequences that meet each case; rare ones are counted in the long form. */
const met: Readonly<Record<string, number>> = {
  approved: 20,
  superseded: 20,
  refused: 50,
  repeat: 10,
  transaction: 20,
  margin: 20,
  hold: 7,
  window: 10,
  cap: 7,
  bot: 7,
  confirm: 15,
  refuse: 7,
  erased: 5,
  'objection transaction': 5,
  'objection repeat': 0.25,
  'objection cap': 0.5,
  'taken back while held': 0.25,
  'rejected while in review': 10,
  'reversed once paid': 5,
  'released or confirmed': 5,
  'claim met by its postback': 7,
  'claim erased': 0.25,
}

test('no sequence in two processes pays a transaction twice or after its end, or lifts a hold without time or a person', async (t) => {
  const seed = Number(process.env['MONEY_SEED'] ?? 20_261_122)
  const below = diceOf(seed)
  const said = new Map<string, number>()
  for (let done = 0; done < sequences; done += scenesAtOnce) {
    const names = Array.from({ length: Math.min(scenesAtOnce, sequences - done) }, (_, at) => `s${done + at}`)
    const story = new Story()
    const offers = await addOffers(world)
    const scenes = await openScenes(world, names, { offers, below })
    await play(scenes, { below, story })
    for (const [what, count] of story.said) said.set(what, (said.get(what) ?? 0) + count)
  }
  assert.deepEqual((await checkLedger(world.ports)).faults, [])
  t.diagnostic(`${sequences} sequences, seed ${seed}: ${JSON.stringify(Object.fromEntries(said))}`)
  for (const [what, perHundred] of Object.entries(met)) {
    const count = said.get(what) ?? 0
    assert.ok(count >= Math.floor((perHundred * sequences) / 100), `${what} was met ${count} times`)
  }
})
