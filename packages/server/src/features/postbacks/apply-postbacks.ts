import { dayIn } from '@quoin/core/time/calendar-day.ts'
import { idTimeMs } from '@quoin/core/tracking/click-id.ts'
import { applyPostback, txnKeyOf } from '@quoin/core/conversions/apply-postback.ts'
import { refuseElsewhere, refuseUnnamed } from '@quoin/core/conversions/refuse-report.ts'
import type { Conversion } from '@quoin/core/conversions/conversion.ts'
import { isRejectable } from '@quoin/core/conversions/transaction-use.ts'
import { findReported, type TakesBack, takesBackOf } from '@quoin/core/conversions/find-reported.ts'
import type { FieldProblem } from '@quoin/core/errors.ts'
import { goalKeys, resolveGoal } from '@quoin/core/offers/goal.ts'
import { placeOfClick } from '@quoin/core/prices/price.ts'
import { isOpenTo } from '../../networks/check-proof.ts'
import type { Ports } from '../../ports/ports.ts'
import type { ClickTransaction, Found, KnownClick } from '../../store/conversions/reported-conversions.ts'
import type { LoggedRequest } from '../../store/postbacks/postback-requests.ts'
import {
  type TransactionContext,
  conversionsOfClick,
  conversionsOfUser,
  enter,
  findTwinOf,
  hasRival,
  openTransactionContext,
  rename,
  type Transacted,
  writeTransactionContext,
} from '../conversions/transaction-context.ts'
import { findTermRules } from '../conversions/find-term-rules.ts'
import { isUserLookedUp, judgeByLists, judgeReported } from './judge-reported.ts'
import { keyUser } from '../devices/key-sighting.ts'
import { currencyOf, logRow, presentOutcome, type ReadyReport } from './ready-report.ts'
import { readReport } from './read-report.ts'
import { lossOf } from './report-loss.ts'
import { type Aims, aimAtHeld, findTwins, unlockedTransactions } from './reported-transactions.ts'
import { type CountingClick, currentCaps, hasCounters, remainingFor, takeCapUse } from './take-cap-use.ts'
import type { Db } from '../../store/pg/database.ts'
import type { PostbackReport, PostbackOutcome } from '../../ports/writes.ts'

type Needs = Pick<Ports, 'db' | 'store' | 'clock' | 'newId' | 'snapshots' | 'keyring' | 'riskFigures'>

/** The state that the reports of a batch share. */
interface BatchContext {
  readonly context: TransactionContext
  /** By click and goal: by what its user earned the goal already, and what else is known of them. */
  readonly found: ReadonlyMap<string, Found>
  /** The ids by which receivers know what is reported, from before a restore, by click, goal and transaction. */
  readonly toldIds: ReadonlyMap<string, string>
  readonly log: LoggedRequest[]
  readonly nowMs: number
}

/**
 * Applies a batch of postbacks in one transaction; outcome n belongs to report n. Users and
 * offers are locked in the order of their keys, the facts are read, the reports are decided in the order of
 * arrival, and all is written at once: conversions, events, caps, callbacks and the log.
 */
export async function applyPostbacks(
  ports: Needs,
  reports: readonly PostbackReport[],
): Promise<readonly PostbackOutcome[]> {
  let known: readonly ClickTransaction[] = []
  let aims: Aims = new Map()
  for (let attempt = 1; ; attempt += 1) {
    const done = await applyOnce(ports, reports, { known, aims, isLast: attempt === attemptsMax })
    if ('outcomes' in done) return done.outcomes
    // Nothing was done: locks are taken in the order of their keys, or not at all.
    known = [...known, ...done.unlocked]
    aims = new Map([...aims, ...done.aims])
  }
}

/** Reports on conversions whose transactions they do not name take a second one; a third time only in a race. */
const attemptsMax = 4

interface Attempt {
  /** Transactions that are locked beside those that are reported. */
  readonly known: readonly ClickTransaction[]
  readonly aims: Aims
  readonly isLast: boolean
}

/** The things to be locked, too, before anything can be decided. */
interface Unlocked {
  readonly unlocked: readonly ClickTransaction[]
  readonly aims: Aims
}

async function applyOnce(
  ports: Needs,
  reports: readonly PostbackReport[],
  { known, aims, isLast }: Attempt,
): Promise<{ readonly outcomes: readonly PostbackOutcome[] } | Unlocked> {
  const { db, clock } = ports
  return await db.transaction(async (tx) => {
    const early = await readReported(ports, tx, { reports, known, aims })
    // While it waited for its locks an offer may have got a cap; now that it has them none can.
    const isLate = early.ready.some(({ click }) => click.capsVersion !== early.found[0]?.capsVersion)
    const { prepared, ready, found } = isLate
      ? await readReported(ports, tx, { reports, known, aims })
      : early
    const unlocked = unlockedTransactions(ready, found, known)
    if (unlocked.length > 0 && !isLast) return { unlocked, aims }
    const twins = await findTwins(ports, tx, { ready, known: [...known, ...unlocked] })
    const newAims = aimAtHeld(ready, found, twins)
    if (newAims.size > 0 && !isLast) return { unlocked, aims: newAims }
    const nowMs = clock.nowMs()
    const caps = await currentCaps(ports, tx, found)
    const capUse = await takeCapUse(ports, tx, {
      caps,
      meant: ready.filter(({ given }) => !given.isDryRun).map((one) => counting(one, nowMs)),
      tried: ready.filter(({ given }) => given.isDryRun).map((one) => counting(one, nowMs)),
      found,
    })
    const batch: BatchContext = {
      context: openTransactionContext(
        found.flatMap(({ conversion, claimedElsewhere }) =>
          [conversion ?? [], claimedElsewhere ?? []].flat(),
        ),
        { caps, capUse, twins },
      ),
      found: new Map(found.map((one) => [findingKey(one.clickId, one.goal), one])),
      toldIds: toldIdsOf(found),
      log: [],
      nowMs,
    }
    const outcomes = prepared.map((one) => (one.kind === 'ready' ? decide(ports, batch, one) : one))
    const apps = ports.snapshots.apps()
    writeTransactionContext(ports, tx, batch.context, {
      listenersOf: (appId) => apps.listCallbackEndpoints(appId),
      requests: batch.log,
    })
    return { outcomes }
  })
}

/** Locks and reads what reports are about. */
async function readReported(
  ports: Needs,
  tx: Db,
  { reports, known, aims }: { reports: readonly PostbackReport[] } & Pick<Attempt, 'known' | 'aims'>,
) {
  const ids = new Set([...reports.map(({ clickId }) => clickId), ...aims.values()])
  const named = reports.flatMap(({ clickId, txnId }) => (txnId === null ? [] : [{ clickId, txnId }]))
  const clicks = await ports.store.reportedConversions.lockReportedClicks(tx, [...ids], [...named, ...known])
  const clickById = new Map(clicks.map((click) => [click.clickId, click]))
  const prepared = reports.map((given) =>
    prepare(ports, given, clickById.get(aims.get(given) ?? given.clickId)),
  )
  const ready = prepared.filter((one) => one.kind === 'ready')
  return { prepared, ready, found: ready.length === 0 ? [] : await findFacts(ports, tx, ready) }
}

/** Finds the network and reads the report by it. A click of another network is unknown to this one. */
function prepare(
  { snapshots, keyring }: Needs,
  given: PostbackReport,
  click: KnownClick | undefined,
): ReadyReport | PostbackOutcome {
  const network = click && snapshots.networks().findNetwork(click.networkId)
  if (click === undefined || network === undefined) return { kind: 'unknown_click' }
  const networkId = network.id
  if (given.networkId === null) {
    if (!isOpenTo(network, given.address)) return { kind: 'unproven', networkId }
  } else if (given.networkId !== networkId) {
    return { kind: 'unknown_click' }
  }
  const report = readReport(given, network, snapshots.terms())
  const clicked = { timeMs: idTimeMs(click.clickId), place: placeOfClick(click) }
  const named = resolveGoal(click, { named: given.goal, ...clicked })
  const problems = [...('status' in report ? [] : report), ...(named ? [] : [unknownGoal(click)])]
  if ('status' in report && named) {
    const { goal, formerGoal, offer } = named
    const userKey = keyUser(keyring, offer)
    return { kind: 'ready', given, report: { ...report, goal }, formerGoal, click: offer, network, userKey }
  }
  const message = `The postback has invalid parameters: ${problems.map(({ field }) => field).join(', ')}.`
  return { kind: 'refused', networkId, message, problems }
}

function unknownGoal(click: KnownClick): FieldProblem {
  const keys = goalKeys(click)
  const known = keys.length === 0 ? 'it has none but the default, so leave it out' : keys.join(', ')
  return { field: 'goal', rule: 'unknown', message: `must be a goal of the offer: ${known}` }
}

/** The day on which it would count is that of its network's time zone. */
function counting({ click, network }: ReadyReport, nowMs: number): CountingClick {
  return { click, today: dayIn(network.timeZone, nowMs) }
}

async function findFacts(ports: Needs, tx: Db, ready: readonly ReadyReport[]): Promise<Found[]> {
  const wanted = ready.map((one) => {
    const { click, report, formerGoal } = one
    return {
      clickId: click.clickId,
      goal: report.goal,
      formerGoal,
      txnKey: txnKeyOf(report, click),
      txnId: report.txnId,
      appId: click.appId,
      userId: click.userId,
      offerId: click.offerId,
      isTest: click.isTest,
      isRepeatable: click.isRepeatable,
      takesBack: takesBackBy(one),
      userKey: isUserLookedUp(ports, click) ? one.userKey : null,
    }
  })
  return await ports.store.reportedConversions.listReported(tx, wanted, ready.length + 2)
}

function decide(ports: Needs, batch: BatchContext, ready: ReadyReport): PostbackOutcome {
  const { given, report, formerGoal, click, network, userKey } = ready
  const { context, nowMs } = batch
  const found = batch.found.get(findingKey(click.clickId, report.goal))
  const existing = findExisting(context, ready)
  if (existing === 'several') return { ...refuseUnnamed(), networkId: network.id }
  // It was found by its transaction alone, and has been decided since.
  const isAimed = click.clickId !== given.clickId
  if (isAimed && (existing === undefined || !isRejectable(existing)))
    return { ...refuseElsewhere(), networkId: network.id }
  const counted = counting(ready, nowMs)
  const listed = judgeByLists(ports, click, { found, nowMs })
  const named = { goal: report.goal, formerGoal }
  const { margin, promotion } = findTermRules(ports.snapshots, click, idTimeMs(click.clickId))
  const { use, isStanding } = findTwinOf(context, transactedBy(ready, existing), named)
  const decision = applyPostback(report, {
    click,
    offer: click,
    currency: currencyOf(click),
    margin,
    promotion,
    existing,
    hasAnother: hasRival(context, click, named, { existing, storedRivalIds: found?.rivalIds ?? [] }),
    remainingCap: remainingFor(context, counted, existing),
    isListed: listed !== undefined && listed !== 'allow',
    risk: judgeReported(ports, { click, userKey, listed, found, nowMs }),
    transactionUse: use,
    isStandingElsewhere: isStanding,
    onChangedPayout: network.onChangedPayout,
    onLoss: network.onLoss,
    nowMs,
    today: counted.today,
    newId: newIdOf(ports, batch, ready),
  })
  if (decision.kind === 'refused') {
    const { message, problems } = decision
    const loss = given.isDryRun ? undefined : lossOf(ready, decision)
    return { kind: 'refused', networkId: network.id, message, problems, ...(loss ? { loss } : {}) }
  }
  if (!given.isDryRun) {
    const cause = { source: 'postback', postbackRequestId: given.id } as const
    if (decision.kind !== 'duplicate') enter(context, { before: existing, after: decision.conversion, cause })
    else if (decision.conversion !== existing) rename(context, decision.conversion)
    batch.log.push(logRow(ready, decision))
  }
  return presentOutcome(ready, decision, hasCounters(context, counted))
}

function toldIdsOf(found: readonly Found[]): ReadonlyMap<string, string> {
  return new Map(
    found.flatMap(({ clickId, goal, txnKey, toldId }) =>
      toldId === null ? [] : [[`${findingKey(clickId, goal)} ${txnKey}`, toldId]],
    ),
  )
}

/** The id that its receiver knows already; else a new one. */
function newIdOf(
  { newId }: Needs,
  { context, toldIds }: BatchContext,
  { report, click }: ReadyReport,
): string {
  const told = toldIds.get(`${findingKey(click.clickId, report.goal)} ${txnKeyOf(report, click)}`)
  return told === undefined || context.byId.has(told) ? newId() : told
}

function takesBackBy({ given, report }: ReadyReport): TakesBack {
  return takesBackOf({ ...report, isGoalNamed: given.goal.trim() !== '' })
}

function findExisting(context: TransactionContext, ready: ReadyReport): ReturnType<typeof findReported> {
  const { click, report, formerGoal } = ready
  const { goal, txnId } = report
  const claimedElsewhere = findClaimedElsewhere(context, ready)
  const txnKey = txnKeyOf(report, click)
  const name = { goal, formerGoal, txnKey, txnId, takesBack: takesBackBy(ready), claimedElsewhere }
  return findReported(conversionsOfClick(context, click.clickId), name)
}

/** A claim by the reported transaction, unless the network has named it by another since. */
function findClaimedElsewhere(
  context: TransactionContext,
  { click, report: { goal, txnId }, formerGoal }: ReadyReport,
): Conversion | undefined {
  if (txnId === null) return undefined
  return conversionsOfUser(context, click).find(
    (one) =>
      one.claimTxnId === txnId &&
      (one.txnId === null || one.txnId === txnId) &&
      (one.goal === goal || one.goal === formerGoal),
  )
}

/** By which transaction a report would pay, and by which it was reported before. */
function transactedBy({ click, report }: ReadyReport, existing: Conversion | undefined): Transacted {
  const { appId, offerId, isTest } = click
  const { id = '', txnId = null, formerTxnId = null, claimTxnId = null } = existing ?? {}
  const isRenamed = report.txnId !== null && txnId !== report.txnId
  const named = { txnId: report.txnId ?? txnId, formerTxnId: isRenamed ? txnId : formerTxnId }
  return { id, appId, offerId, isTest, ...named, claimTxnId }
}

function findingKey(clickId: string, goal: string): string {
  return `${clickId} ${goal}`
}
