import type { ConversionStatus } from '../conversions/status.ts'
import { formatMicros } from '../payout/money.ts'
import type { AmountStyle } from './endpoint.ts'
import type { CallbackFacts } from './facts.ts'

/** The amounts of a callback as the texts that are sent, and therefore the texts that are signed. */
export interface CallbackAmounts {
  readonly payout: string
  readonly payoutLocal: string
  /** The step's addition to the publisher's balance; negative when it takes back, also when absolute. */
  readonly change: string
  readonly changeLocal: string
}

type AmountFacts = Pick<
  CallbackFacts,
  | 'status'
  | 'previousStatus'
  | 'payoutMicros'
  | 'payoutLocalMicros'
  | 'previousPayoutMicros'
  | 'previousPayoutLocalMicros'
>

export function amountsOf(facts: AmountFacts, style: AmountStyle): CallbackAmounts {
  const sign = style === 'signed' && facts.status === 'reversed' ? -1 : 1
  return {
    payout: formatMicros(signed(facts.payoutMicros, sign)),
    payoutLocal: formatMicros(signed(facts.payoutLocalMicros, sign)),
    change: formatMicros(
      owed(facts.status, facts.payoutMicros) - owed(facts.previousStatus, facts.previousPayoutMicros ?? 0),
    ),
    changeLocal: formatMicros(
      owed(facts.status, facts.payoutLocalMicros) -
        owed(facts.previousStatus, facts.previousPayoutLocalMicros ?? 0),
    ),
  }
}

function owed(status: ConversionStatus | null, micros: number): number {
  return status === 'approved' ? micros : 0
}

/** Never -0, which would be written as `0` but is no amount. */
function signed(micros: number, sign: 1 | -1): number {
  return micros === 0 ? 0 : micros * sign
}
