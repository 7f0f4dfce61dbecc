import { literalMacroIn } from '../macros/detect-literal.ts'
import { readMicros } from '../payout/money.ts'
import { readId } from '../tracking/click-id.ts'
import type { SampleCall } from './sample-calls.ts'

/** Parameters of a postback, by our names. */
export const postbackNames = ['click_id', 'payout', 'currency', 'status', 'txn_id', 'goal'] as const
export type PostbackName = (typeof postbackNames)[number]

/** By their names ours; absent: not used. */
export type ParameterNames = Readonly<Record<string, PostbackName>>

/** Names of networks, in lower case without marks, from the surest on. */
const known: Readonly<Record<PostbackName, readonly string[]>> = {
  click_id: [
    ...[
      'clickid',
      'affclickid',
      'externalid',
      'affsub',
      'subid',
      'subid1',
      'sub1',
      's2',
      's1',
      'sid',
      'affsub1',
    ],
    ...['mlsub1', 'affsub4', 'trackingid', 'cid', 'ref', 'sub'],
  ],
  payout: [
    ...[
      'payout',
      'payoutamount',
      'amountusd',
      'amount',
      'sum',
      'revenue',
      'price',
      'commission',
      'reward',
      'rate',
    ],
    ...['money', 'income', 'value', 'earning', 'earnings'],
  ],
  currency: ['currency', 'curr', 'cur', 'currencycode', 'payoutcurrency'],
  status: ['status', 'state', 'convstatus', 'conversionstatus', 'statusid', 'result', 'action'],
  txn_id: [
    ...[
      'txnid',
      'transactionid',
      'transid',
      'txid',
      'tid',
      'leadid',
      'conversionid',
      'orderid',
      'saleid',
      'actionid',
    ],
    ...['transaction', 'order', 'id'],
  ],
  goal: ['goal', 'goalid', 'event', 'eventid', 'eventname', 'goalname', 'offergoal'],
}

/** Our name for each of a network's parameters, guessed by its values and its name. No two are the same. */
export function guessParameters(calls: readonly SampleCall[], clickParameter: string): ParameterNames {
  const names = [...new Set(calls.flatMap(({ parameters }) => [...parameters.keys()]))]
  const guessed: Record<string, PostbackName> = {}
  const isFree = (name: string): boolean => !Object.hasOwn(guessed, name)
  const take = (ours: PostbackName, theirs: string | undefined): void => {
    if (theirs !== undefined) guessed[theirs] = ours
  }
  // Our own id is nothing else, whatever it is called.
  take(
    'click_id',
    names.find((name) => valuesOf(calls, name).some((value) => readId(value) !== undefined)) ??
      names.find((name) => plain(name) === plain(clickParameter)),
  )
  for (const ours of postbackNames) {
    if (Object.values(guessed).includes(ours)) continue
    const found = known[ours]
      .map((word) =>
        names.find((name) => isFree(name) && plain(name) === word && mayBe(ours, valuesOf(calls, name))),
      )
      .find((name) => name !== undefined)
    take(ours, found)
  }
  return guessed
}

/** A name says less than what stands there: `sum=EUR` is no amount. */
function mayBe(ours: PostbackName, values: readonly string[]): boolean {
  const filled = values.filter((value) => value !== '' && literalMacroIn(value) === undefined)
  if (filled.length === 0) return true
  if (ours === 'payout') return filled.every((value) => readMicros(value) !== undefined)
  if (ours === 'currency') return filled.every((value) => /^[A-Za-z]{3}$/.test(value))
  return true
}

function valuesOf(calls: readonly SampleCall[], name: string): string[] {
  return calls.flatMap(({ parameters }) => parameters.get(name) ?? [])
}

function plain(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z0-9]/g, '')
}
