import type { FieldProblem } from '../errors.ts'
import { formatMicros } from '../payout/money.ts'
import { rateAgeDaysMax } from '../terms/exchange-rate.ts'
import type { Conversion } from './conversion.ts'
import type { Report } from './situation.ts'
import { allowedReports, type ConversionStatus, type NetworkState } from './status.ts'

/** Why a report is not applied, told to the network. */
export interface Refusal {
  readonly kind: 'refused'
  readonly message: string
  readonly problems: readonly FieldProblem[]
  /** In USD, where it is refused because it would lose money. */
  readonly losing?: Pick<Conversion, 'revenueMicros' | 'payoutMicros'>
}

/** The network's word cannot follow its earlier ones. */
export function refuseMove(from: NetworkState, reported: ConversionStatus): Refusal {
  const allowed = allowedReports(from).join(', ')
  const isUnheard = from === 'none' || from === 'claimed'
  const state = isUnheard ? 'of which nothing was reported yet' : `that was reported as ${from}`
  const help = allowed === '' ? 'nothing can follow' : `possible now: ${allowed}`
  return refuse('status', 'transition', `cannot be ${reported} for a conversion ${state}; ${help}`)
}

/** It takes back one of several conversions of its click, and does not say which. */
export function refuseUnnamed(): Refusal {
  const message = 'is needed, or the goal, to take back one of several conversions of this click'
  return refuse('txn_id', 'ambiguous', message)
}

/** Its transaction is another conversion's, which counts or waits for a person. */
export function refuseElsewhere(): Refusal {
  const message =
    'is of a conversion of another click, which is approved or held: reverse that one by its own click id'
  return refuse('txn_id', 'transaction', message)
}

/** It pays less than the publisher earns. */
export function refuseLoss({ revenueMicros, payoutMicros }: NonNullable<Refusal['losing']>): Refusal {
  const message =
    `would lose money and is refused from this network: it pays ${formatMicros(revenueMicros)} USD, ` +
    `the publisher earns ${formatMicros(payoutMicros)} USD`
  return { ...refuse('payout', 'margin', message), losing: { revenueMicros, payoutMicros } }
}

/** Nobody knows what its currency is worth. */
export function refuseCurrency({ currency }: Pick<Report, 'currency'>): Refusal {
  const message =
    `must be USD or a currency with an exchange rate: there is none for ${currency} ` +
    `of the last ${rateAgeDaysMax} days`
  return refuse('currency', 'rate', message)
}

/** One field of a report is why it cannot be applied. */
export function refuse(field: string, rule: string, message: string): Refusal {
  return {
    kind: 'refused',
    message: `The postback cannot be applied: ${field} ${message}.`,
    problems: [{ field, rule, message }],
  }
}
