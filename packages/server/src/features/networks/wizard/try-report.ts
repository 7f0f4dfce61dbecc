import { postbackParameters } from '@quoin/contract/parameters.ts'
import { readFields } from '@quoin/contract/fields/field.ts'
import { callbacksOf } from '@quoin/core/callbacks/callbacks-of.ts'
import type { ConversionStatus } from '@quoin/core/conversions/status.ts'
import { literalMacroIn } from '@quoin/core/macros/detect-literal.ts'
import { type PostbackName, postbackNames } from '@quoin/core/networks/guess-parameters.ts'
import type { Network } from '@quoin/core/networks/network.ts'
import type { Click } from '@quoin/core/tracking/click.ts'
import { readId } from '@quoin/core/tracking/click-id.ts'
import type { Ports, Snapshots } from '../../../ports/ports.ts'
import type { AppliedPostback, PostbackOutcome, PostbackReport } from '../../../ports/writes.ts'
import { applyPostbacks } from '../../postbacks/apply-postbacks.ts'
import { explainTrial, type TrialStep } from './explain-trial.ts'
import { pretendClick, type StandIn } from './pretend-click.ts'

/** The effect that one report would have. */
export interface Trial {
  /** A sentence. */
  readonly verdict: string
  readonly outcome: 'paid' | 'held' | 'not_paid' | 'refused' | 'unknown'
  /** In the order in which the server decides. */
  readonly steps: readonly TrialStep[]
  readonly money: TrialMoney | null
}

interface TrialMoney {
  readonly revenueMicros: number
  readonly payoutMicros: number
  readonly payoutLocalMicros: number
  readonly currency: string
}

type Needs = Pick<Ports, 'db' | 'store' | 'clock' | 'newId' | 'snapshots' | 'keyring' | 'riskFigures'>

interface ReportToTry {
  /** With the words that are being tried. */
  readonly network: Network
  /** By our names. */
  readonly values: Readonly<Partial<Record<PostbackName, string>>>
  readonly method: 'GET' | 'POST'
}

/**
 * Decides one report in full and writes nothing. Where its click is not ours the network's latest one stands in, and of a
 * network without any click a pretend one.
 */
export async function tryReport(ports: Needs, given: ReportToTry): Promise<Trial> {
  const { network } = given
  const found = await findClick(ports, given)
  const pretended = found.click === undefined ? await pretendClick(ports, network) : undefined
  const click = found.click ?? pretended?.click
  // Nobody knows the goals of an offer that does not exist.
  const { goal: _goal, ...withoutGoal } = given.values
  const values = pretended !== undefined && pretended.offerName === undefined ? withoutGoal : given.values
  const report =
    click === undefined || isUnfilled(given) ? undefined : reportOf(ports, { ...given, values }, click)
  const outcome = report && (await decide(pretended ? withClick(ports, pretended) : ports, network, report))
  const facts = {
    ...given,
    click,
    isStandIn: found.isStandIn,
    pretended,
    outcome,
    hears: hearsOf(ports, click, outcome),
  }
  const steps = explainTrial(ports, facts)
  return { ...concludeTrial(outcome), steps, money: moneyOf(outcome) }
}

/** A report with a macro in it is refused, whatever else it says; without our click id another click stands in. */
function isUnfilled({ values }: ReportToTry): boolean {
  return postbackNames.some((name) => name !== 'click_id' && literalMacroIn(values[name] ?? '') !== undefined)
}

async function findClick(
  { db, store }: Needs,
  { network, values }: ReportToTry,
): Promise<{ readonly click: Click | undefined; readonly isStandIn: boolean }> {
  const id = readId(values.click_id ?? '')
  const own = id === undefined ? undefined : await store.clicks.findClick(db, id)
  if (own !== undefined) return { click: own, isStandIn: false }
  return { click: await store.clicks.findLastClickOfNetwork(db, network.id), isStandIn: true }
}

/** The stores, with a click that is in none of them. */
function withClick(ports: Needs, { known }: StandIn): Needs {
  const { reportedConversions } = ports.store
  const pretending = { ...reportedConversions, lockReportedClicks: async () => [known] }
  return { ...ports, store: { ...ports.store, reportedConversions: pretending } }
}

/** Undefined where a value cannot be read: the table of the parameters says why. */
function reportOf(
  { clock, newId }: Needs,
  { network, values, method }: ReportToTry,
  click: Click,
): PostbackReport | undefined {
  const filled = postbackNames.filter((name) => literalMacroIn(values[name] ?? '') === undefined)
  const source = Object.fromEntries(
    filled.flatMap((name) => (values[name] === undefined ? [] : [[name, values[name]]])),
  )
  const reading = readFields(postbackParameters, { ...source, click_id: click.id }, { repeats: 'first' })
  if (!reading.ok) return undefined
  const { payout, status, txn_id: txnId, goal, currency } = reading.values
  return {
    id: newId(),
    networkId: network.id,
    clickId: click.id,
    word: status,
    reportedMicros: payout,
    method,
    currency: currency ?? '',
    goal: goal ?? '',
    txnId: txnId ?? null,
    address: '',
    parameters: {},
    isDryRun: true,
    receivedAtMs: clock.nowMs(),
  }
}

/** By the rules of a report, with the network as it is being set up. */
async function decide(
  ports: Needs,
  network: Network,
  report: PostbackReport,
): Promise<PostbackOutcome | undefined> {
  const [outcome] = await applyPostbacks({ ...ports, snapshots: withNetwork(ports.snapshots, network) }, [
    report,
  ])
  return outcome
}

function withNetwork(snapshots: Snapshots, network: Network): Snapshots {
  const networks = snapshots.networks()
  const changed = {
    findNetwork: (id: number) => (id === network.id ? network : networks.findNetwork(id)),
    listNetworks: () => networks.listNetworks(),
    findByTokenDigest: (digest: Uint8Array) => networks.findByTokenDigest(digest),
  }
  return {
    catalogue: () => snapshots.catalogue(),
    apps: () => snapshots.apps(),
    networks: () => changed,
    lists: () => snapshots.lists(),
    caps: () => snapshots.caps(),
    terms: () => snapshots.terms(),
    catalogueVersion: () => snapshots.catalogueVersion(),
    refresh: (name) => snapshots.refresh(name),
  }
}

function isApplied(outcome: PostbackOutcome | undefined): outcome is AppliedPostback {
  return outcome?.kind === 'applied' || outcome?.kind === 'duplicate'
}

function moneyOf(outcome: PostbackOutcome | undefined): TrialMoney | null {
  if (!isApplied(outcome) || outcome.tried === undefined) return null
  const { revenueMicros, payoutMicros, payoutLocalMicros, currency } = outcome.tried
  return { revenueMicros, payoutMicros, payoutLocalMicros, currency }
}

const verdicts: Readonly<Record<ConversionStatus, Pick<Trial, 'verdict' | 'outcome'>>> = {
  approved: { verdict: 'It would be approved and paid', outcome: 'paid' },
  pending: { verdict: 'It would be pending: noted, and not paid yet', outcome: 'held' },
  rejected: { verdict: 'It would be rejected and not paid', outcome: 'not_paid' },
  reversed: { verdict: 'It would take back what was paid', outcome: 'not_paid' },
}

function concludeTrial(outcome: PostbackOutcome | undefined): Pick<Trial, 'verdict' | 'outcome'> {
  if (!isApplied(outcome)) return { verdict: 'It would be refused', outcome: 'refused' }
  if (outcome.kind === 'duplicate')
    return { verdict: 'It repeats what was reported before', outcome: 'not_paid' }
  const isHeld = outcome.status === 'pending' && outcome.reason !== null
  return isHeld
    ? { verdict: 'It would be held, and not paid yet', outcome: 'held' }
    : verdicts[outcome.status]
}

/** The names of the app's endpoints that would be told of it. */
function hearsOf(
  { snapshots }: Needs,
  click: Click | undefined,
  outcome: PostbackOutcome | undefined,
): readonly string[] {
  if (click === undefined || !isApplied(outcome) || outcome.kind !== 'applied' || outcome.tried === undefined)
    return []
  const listeners = snapshots.apps().listCallbackEndpoints(click.appId)
  // Whether an endpoint hears of a first step is decided by its status and mode alone.
  const step = {
    before: undefined,
    after: { ...outcome.tried, status: outcome.status } as Parameters<typeof callbacksOf>[0]['after'],
  }
  const ids = new Set(callbacksOf(step, listeners).map(({ endpointId }) => endpointId))
  return listeners.filter(({ id }) => ids.has(id)).map(({ name }) => name)
}
