import { readStatus } from '@quoin/core/conversions/status.ts'
import { literalMacroIn } from '@quoin/core/macros/detect-literal.ts'
import type { Network } from '@quoin/core/networks/network.ts'
import { type PostbackName, postbackNames } from '@quoin/core/networks/guess-parameters.ts'
import { convertToUsd } from '@quoin/core/payout/convert.ts'
import { formatMicros, readMicros } from '@quoin/core/payout/money.ts'
import { formatNanos } from '@quoin/core/terms/exchange-rate.ts'
import type { Click } from '@quoin/core/tracking/click.ts'
import { allowedAddressesOf, statusWordsOf } from '../../../networks/index.ts'
import type { Ports } from '../../../ports/ports.ts'
import type { PostbackOutcome } from '../../../ports/writes.ts'
import type { StandIn } from './pretend-click.ts'

/** One decision about a report. */
export interface TrialStep {
  readonly tone: 'ok' | 'warn' | 'bad' | 'info'
  readonly title: string
  readonly text: string
  /** The step's result in USD, where it is an amount. */
  readonly amountMicros: number | null
}

interface TrialFacts {
  readonly network: Network
  readonly values: Readonly<Partial<Record<PostbackName, string>>>
  readonly click: Click | undefined
  readonly isStandIn: boolean
  /** The click is one that nobody made. */
  readonly pretended: StandIn | undefined
  readonly outcome: PostbackOutcome | undefined
  /** The endpoints that would be told. */
  readonly hears: readonly string[]
}

type Needs = Pick<Ports, 'clock' | 'snapshots'>
type Explain = (ports: Needs, facts: TrialFacts) => TrialStep | undefined

/** In the order in which the server decides. */
export function explainTrial(ports: Needs, facts: TrialFacts): readonly TrialStep[] {
  return [
    explainProof,
    explainUnfilled,
    explainClick,
    explainWord,
    explainAmount,
    explainGoal,
    explainTransaction,
    explainHold,
    explainCallback,
  ].flatMap((explain) => explain(ports, facts) ?? [])
}

function step(
  tone: TrialStep['tone'],
  title: string,
  text: string,
  amountMicros: number | null = null,
): TrialStep {
  return { tone, title, text, amountMicros }
}

const explainProof: Explain = (_ports, { network }) => {
  const addresses = allowedAddressesOf(network)
  const limited =
    addresses.length === 0
      ? 'It may call from any address.'
      : `It may call from ${addresses.slice(0, 3).join(', ')}${addresses.length > 3 ? ` and ${addresses.length - 3} more` : ''}.`
  if (network.proof === 'none') {
    return step('warn', 'Anybody could send it', `${network.name} proves nothing. ${limited}`)
  }
  const how =
    network.proof === 'hmac' ? 'the token in the address and a signature' : 'the token in the address'
  return step('ok', `It is ${network.name}`, `By ${how}. ${limited}`)
}

const explainClick: Explain = ({ snapshots, clock }, { network, click, isStandIn, pretended, values }) => {
  if (click === undefined) return undefined
  if (pretended !== undefined) {
    const on = pretended.offerName ?? 'an offer that pays the publisher 70 % of what is reported'
    return step(
      'info',
      'A pretend click stands in',
      `Nobody has followed an offer of ${network.name} lately; tried with a click made just now on ${on}.`,
    )
  }
  const offer = snapshots.catalogue().findOffer(click.offerId)
  const who = `${click.userId} on ${offer?.name ?? `offer ${click.offerId}`}, ${ageOf(clock.nowMs() - click.clickedAtMs)}`
  if (!isStandIn) return step('ok', 'The click is known', who)
  const given = values.click_id ?? ''
  const why =
    literalMacroIn(given) !== undefined || given === ''
      ? 'The sample has no click id of ours'
      : 'The sample’s click id is not ours'
  return step(
    'warn',
    'Another click stands in',
    `${why}; tried with the latest click of this network: ${who}`,
  )
}

const explainWord: Explain = (_ports, { network, values, outcome }) => {
  const word = values.status ?? ''
  if (word === '' || literalMacroIn(word) !== undefined) {
    return step(
      'bad',
      'There is no status',
      'Every report must say what became of it. Where a network only reports what is approved, write status=approved.',
    )
  }
  const meaning = readStatus(word, statusWordsOf(network))
  if (meaning === undefined) return step('bad', `“${word}” means nothing yet`, 'Say which status it is.')
  const after =
    outcome !== undefined && 'status' in outcome && outcome.status !== meaning
      ? ', and here it stands otherwise: see below'
      : ''
  return step('ok', `“${word}” is ${meaning}`, `By the words of this network${after}.`)
}

const explainAmount: Explain = ({ snapshots, clock }, { network, values }) => {
  const micros = readMicros(values.payout ?? '')
  if (micros === undefined)
    return step('bad', 'There is no amount', 'payout must be a plain decimal such as 1.80.')
  const currency = (values.currency ?? network.currency).toUpperCase()
  if (currency === 'USD') return step('ok', `${formatMicros(micros)} USD`, 'As reported.', micros)
  const rate = snapshots.terms().findRate(currency, clock.nowMs())
  if (rate === undefined) {
    return step(
      'bad',
      `${currency} has no rate`,
      'Enter a rate under Money, or have the network report in USD.',
    )
  }
  const usd = convertToUsd(micros, rate.usdNanos) ?? null
  const title = `${formatMicros(micros)} ${currency}${usd === null ? '' : ` is ${formatMicros(usd)} USD`}`
  return step('ok', title, `At the rate of ${rate.day}, ${formatNanos(rate.usdNanos)}.`, usd)
}

const explainUnfilled: Explain = (_ports, { values }) => {
  const unfilled = postbackNames.filter(
    (name) => name !== 'click_id' && literalMacroIn(values[name] ?? '') !== undefined,
  )
  if (unfilled.length === 0) return undefined
  const named = unfilled.map((name) => `${name} is ${values[name]} itself`).join(', ')
  return step('bad', 'A macro was not filled in', `${named}. Every such report is refused.`)
}

const explainGoal: Explain = ({ snapshots }, { values, click, pretended, outcome }) => {
  const goals = click === undefined ? [] : (snapshots.catalogue().findOffer(click.offerId)?.goals ?? [])
  const goal = values.goal ?? ''
  const problem =
    outcome?.kind === 'refused' ? outcome.problems.find(({ field }) => field === 'goal') : undefined
  if (problem !== undefined) return step('bad', `No goal “${goal}”`, `It ${problem.message}.`)
  if (literalMacroIn(goal) !== undefined) return undefined
  if (goal !== '' && pretended !== undefined && pretended.offerName === undefined) {
    return step(
      'info',
      `The goal is “${goal}”`,
      'It is compared with the goals of the offer once there is one.',
    )
  }
  if (goal !== '') return step('ok', `It counts for the goal “${goal}”`, 'One of the offer’s goals.')
  if (goals.length < 2) return undefined
  return step('warn', 'No goal is named', `The offer has ${goals.length}; it counts for the default one.`)
}

const explainTransaction: Explain = (_ports, { values }) => {
  const id = values.txn_id ?? ''
  if (id !== '' && literalMacroIn(id) === undefined) return undefined
  return step(
    'warn',
    'No transaction id',
    'A repeat is then told by its click and goal alone; on offers that can be earned several times reports become ambiguous.',
  )
}

/** Why what was reported does not count at once, or is not taken at all. */
const reasons: Readonly<Record<string, string>> = {
  cap: 'A cap is used up.',
  claim: 'It is a claim that waits for a person.',
  window: 'The click is older than the offer’s attribution window.',
  deadline: 'The goal’s deadline has passed.',
  repeat: 'The user has earned this offer before.',
  transaction: 'Another conversion has the same transaction.',
  bot: 'The click came from a crawler or a tool.',
  fallback: 'The link led to a fallback: the user never reached the offer.',
  listed: 'A list names the user or where they clicked.',
  risk: 'The risk score is above the app’s limit.',
  margin: 'It would lose money: the publisher would earn more than the network pays.',
  hold: 'The offer holds what is approved for some days.',
  superseded: 'The network has said something later already.',
  payout_ignored: 'The amount differs from the first report, which stands.',
  payout_updated: 'The amount is changed to the one of this report.',
}

const explainHold: Explain = (_ports, { outcome, click }) => {
  if (click === undefined || outcome === undefined) return undefined
  if (outcome.kind === 'unknown_click')
    return step('bad', 'The click is another network’s', 'Reports of other networks’ clicks are refused.')
  if (outcome.kind === 'unproven')
    return step('bad', 'The proof is missing', 'It must come by the network’s own address.')
  if (outcome.kind === 'refused') {
    const others = outcome.problems.filter(({ field }) => field !== 'goal' && field !== 'status')
    return others.length === 0
      ? undefined
      : step(
          'bad',
          'It would be refused',
          others.map(({ field, message }) => `${field} ${message}.`).join(' '),
        )
  }
  if (outcome.kind === 'duplicate')
    return step('warn', 'It was reported before', 'Nothing changes, and nothing is paid twice.')
  if (outcome.reason === null)
    return step('ok', 'Nothing holds it', 'No cap, list, window or risk stands against it.')
  const isRejected = outcome.status === 'rejected'
  return step('warn', isRejected ? 'It is rejected' : 'It is held', reasons[outcome.reason] ?? outcome.reason)
}

const explainCallback: Explain = ({ snapshots }, { click, pretended, outcome, hears }) => {
  if (pretended !== undefined || click === undefined || outcome?.kind !== 'applied') return undefined
  const app = snapshots.apps().findApp(click.appId)?.name ?? 'The publisher'
  if (hears.length === 0)
    return step(
      'info',
      `${app} would not be told`,
      'It has no callback endpoint for this; its server can read it instead.',
    )
  return step(
    'info',
    `${app} would be told`,
    `By ${hears.length === 1 ? 'its endpoint' : 'its endpoints'} ${hears.join(', ')}.`,
  )
}

const units = [
  { ms: 86_400_000, name: 'd' },
  { ms: 3_600_000, name: 'h' },
  { ms: 60_000, name: 'min' },
] as const

function ageOf(ms: number): string {
  const unit = units.find((one) => ms >= one.ms)
  return unit === undefined ? 'just now' : `${Math.floor(ms / unit.ms)} ${unit.name} ago`
}
