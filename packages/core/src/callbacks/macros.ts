import { secondsOf } from '../time/seconds-of.ts'
import type { ConversionStatus } from '../conversions/status.ts'
import { macroText } from '../macros/expand.ts'
import { amountsOf, type CallbackAmounts } from './amounts.ts'
import type { AmountStyle, ReversalStyle, TransactionIdForm } from './endpoint.ts'
import type { CallbackFacts, EndpointEventType } from './facts.ts'
import { creditIdOf, reversalIdOf } from './transaction-id.ts'

/** The word of a classic callback for each status; one that is missing cannot be said. */
export type CallbackWords = Readonly<Partial<Record<ConversionStatus, string>>>

/** How one endpoint wants things said. */
interface CallbackStyle {
  readonly reversalStyle: ReversalStyle
  readonly amounts: AmountStyle
  readonly transactionIds: TransactionIdForm
  readonly words: CallbackWords
  /** The events that the endpoint is told of at all. */
  readonly events: readonly EndpointEventType[]
}

interface Said {
  readonly facts: CallbackFacts
  readonly amounts: CallbackAmounts
  readonly words: CallbackWords
  readonly ids: CallbackIds
  /** The same without hyphens, whatever form the endpoint chose. */
  readonly shortIds: CallbackIds
}

interface CallbackIds {
  readonly transactionId: string
  /** The text for a reversal; empty otherwise. */
  readonly referenceId: string
}

interface CallbackMacro {
  readonly means: string
  /** Other spellings in the documents of offer walls; case, `-` and `_` do not matter anyway. */
  readonly aliases: readonly string[]
  readonly of: (said: Said) => string | number | null
}

function row(means: string, aliases: string, of: CallbackMacro['of']): CallbackMacro {
  return { means, aliases: aliases === '' ? [] : aliases.split(' '), of }
}

/** The macros of a template. A fact that is not known of a conversion is filled with nothing. */
export const callbackVocabulary = {
  user_id: row('your user', 'uid external_identifier player_id snuid', ({ facts }) => facts.userId),
  sub_id: row('the subId of the link', 'subid1 sub1 s1 aff_sub custom_1', ({ facts }) => facts.subId),
  click_id: row('our click', '', ({ facts }) => facts.clickId),
  transaction_id: row(
    'the id to credit by, 32 hexadecimal digits (36 characters where the endpoint’s form of ids is `uuid`); a new one when the reward is given again; in a reversal as your reversal style says',
    'trans_id tx txid',
    ({ ids }) => ids.transactionId,
  ),
  transaction_id_hex: row(
    'the same as 32 hexadecimal digits, whatever the endpoint’s form of ids',
    '',
    ({ shortIds }) => shortIds.transactionId,
  ),
  reference_id: row(
    'in a reversal: the transaction_id of what it takes back',
    'ref original_transaction_id',
    ({ ids }) => ids.referenceId,
  ),
  conversion_id: row('our conversion, in every callback about it', 'uuid', ({ facts }) => facts.conversionId),
  callback_id: row('this callback, the same when it is sent again', '', ({ facts }) => facts.callbackId),
  version: row('counts the steps of the conversion from 1', '', ({ facts }) => facts.version),
  event: row('such as conversion.approved', 'event_type', ({ facts }) => facts.eventType),
  status: row('the status in your dialect’s words', 'state', ({ facts, words }) => words[facts.status] ?? ''),
  previous_status: row('the status before', '', ({ facts }) => facts.previousStatus),
  is_reversal: row('1 in a reversal, else 0', 'is_chargeback', ({ facts }) =>
    facts.status === 'reversed' ? 1 : 0,
  ),
  reason: row('why, where we know it', 'chargeback_reason', ({ facts }) => facts.reason),
  payout: row('what you earn, in USD', 'payout_usd amount_usd revenue', ({ amounts }) => amounts.payout),
  reward: row(
    'the same in your app’s currency',
    'payout_local currency_amount amount_local currency_reward points amount',
    ({ amounts }) => amounts.payoutLocal,
  ),
  change: row('what to add to your books now, in USD; signed', '', ({ amounts }) => amounts.change),
  change_local: row('the same in your app’s currency', '', ({ amounts }) => amounts.changeLocal),
  currency: row('the name of your app’s currency', 'currency_name vc_title', ({ facts }) => facts.currency),
  offer_id: row('our offer', 'oid campaign_id', ({ facts }) => facts.offerId),
  offer_external_id: row('the network’s own id of it', '', ({ facts }) => facts.offerExternalId),
  offer_name: row('its name', 'o_name campaign_name', ({ facts }) => facts.offerName),
  goal_id: row('the goal; empty for the default one', 'event_id task_uuid', ({ facts }) => facts.goal),
  goal_name: row('its name', 'event_name', ({ facts }) => facts.goalName),
  network_transaction_id: row('the network’s transaction', 'network_txn_id', ({ facts }) => facts.txnId),
  country: row('the country of the click', 'country_code', ({ facts }) => facts.country),
  ip: row('the user’s address at the click', 'user_ip ip_address ip_click', ({ facts }) => facts.userIp),
  click_time: row('Unix seconds of the click', 'click_timestamp', ({ facts }) =>
    secondsOf(facts.clickedAtMs),
  ),
  event_time: row('Unix seconds of this step', 'timestamp', ({ facts }) => secondsOf(facts.happenedAtMs)),
  app_id: row('your app', '', ({ facts }) => facts.appId),
  is_test: row('1 for a test, else 0', 'test debug', ({ facts }) => (facts.isTest ? 1 : 0)),
} as const satisfies Record<string, CallbackMacro>

type CallbackMacroName = keyof typeof callbackVocabulary
type CallbackValues = Readonly<Record<CallbackMacroName, string>>

export const callbackMacroNames: readonly CallbackMacroName[] = namesOf(callbackVocabulary)

const bySpelling: ReadonlyMap<string, CallbackMacroName> = new Map(
  callbackMacroNames.flatMap((name) =>
    [name, ...callbackVocabulary[name].aliases].map((text) => [spelling(text), name]),
  ),
)

/** Reads a name as people write it: `userID`, `user-id` and `user_id` are one. */
export function findCallbackMacro(written: string): CallbackMacroName | undefined {
  return bySpelling.get(spelling(written))
}

/** The text of every macro for one callback: what is sent, and what signatures are made of. */
export function callbackValues(facts: CallbackFacts, style: CallbackStyle): CallbackValues {
  const said: Said = {
    facts,
    amounts: amountsOf(facts, style.amounts),
    words: style.words,
    ids: idsOf(facts, style, style.transactionIds),
    shortIds: idsOf(facts, style, 'hex'),
  }
  const entries = callbackMacroNames.map((name) => {
    const { of }: CallbackMacro = callbackVocabulary[name]
    return [name, macroText(String(of(said) ?? ''))]
  })
  return Object.fromEntries(entries) // one entry for each name of the table
}

function idsOf(facts: CallbackFacts, style: CallbackStyle, form: TransactionIdForm): CallbackIds {
  // A receiver that does not hear of reversals never took it back.
  const timesReversed = style.events.includes('conversion.reversed') ? facts.timesReversed : 0
  const creditId = creditIdOf({ conversionId: facts.conversionId, timesReversed }, form)
  if (facts.status !== 'reversed') return { transactionId: creditId, referenceId: '' }
  const reversal = { callbackId: facts.callbackId, creditId }
  return { transactionId: reversalIdOf[style.reversalStyle](reversal, form), referenceId: creditId }
}

function spelling(written: string): string {
  return written.toLowerCase().replace(/[\s_-]/g, '')
}

/** `Object.keys` forgets the key type; a constant table without further keys may keep it. */
function namesOf<Name extends string>(table: Record<Name, CallbackMacro>): readonly Name[] {
  return Object.keys(table) as Name[]
}
