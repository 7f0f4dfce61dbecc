import { type Conversion, isInReview, isOnHold, isWithheld } from './conversion.ts'
import { networkStateOf } from './network-state.ts'
import { type Moment, moved } from './review-claim.ts'
import { approvedAfterHold, plainly, type Standing } from './standing.ts'

/**
 * A person takes back what was approved, or what only waits for its network. Undefined where something else is to be
 * done: what is held is refused by review, and what is lost is lost already.
 */
export function takeBack(conversion: Conversion, moment: Moment): Conversion | undefined {
  const { status } = conversion
  if (isInReview(conversion) || isOnHold(conversion)) return undefined
  if (status === 'pending') return moved(conversion, plainly('rejected', 'refused'), moment)
  if (status !== 'approved') return undefined
  const isOwed = networkStateOf(conversion) === 'approved'
  return moved(conversion, plainly('reversed', isOwed ? 'withheld' : 'refused'), moment)
}

/**
 * A person gives what a person refused or took back, as far as the network's word still allows it: to where the network
 * says that it stands. Undefined where no person decided against it, or the network has taken it back since.
 */
export function giveAfterAll(conversion: Conversion, moment: Moment): Conversion | undefined {
  if (!isRefusedByPerson(conversion)) return undefined
  const state = networkStateOf(conversion)
  if (state === 'rejected' || state === 'reversed') return undefined
  return moved(conversion, state === 'pending' ? plainly('pending') : approvedBy(conversion, moment), moment)
}

function isRefusedByPerson(conversion: Conversion): boolean {
  const { status, reason } = conversion
  return isWithheld(conversion) || ((status === 'rejected' || status === 'reversed') && reason === 'refused')
}

/** The days of the offer are kept for what never was approved; what was paid once has served them. */
function approvedBy({ status, createdAtMs }: Conversion, { nowMs, holdDays = 0 }: Moment): Standing {
  if (status === 'reversed') return plainly('approved')
  return approvedAfterHold({ sinceMs: createdAtMs, holdDays, nowMs })
}
