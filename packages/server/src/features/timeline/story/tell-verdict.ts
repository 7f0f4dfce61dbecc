import { type Conversion, isInReview, isOnHold, isWithheld } from '@quoin/core/conversions/conversion.ts'
import { openDecisions } from '@quoin/core/conversions/decisions.ts'
import { confirmReviewed } from '@quoin/core/conversions/review-claim.ts'
import type { ClickFacts } from './gather-click.ts'
import { mostTelling } from './most-telling.ts'
import { clickReasons, conversionReasons, refusalReason } from './tell-reasons.ts'

/** The answer to "was it paid, and why not", before any detail. */
export interface StoryVerdict {
  readonly state: string
  readonly sentence: string
  readonly detail: string
  /** The event that it still needs to be paid; null where it is paid, or never will be. */
  readonly remedy: string | null
  /** The class of the verdict, which decides what a reader can do about it. */
  readonly cause: 'paid' | 'review' | 'callback' | 'refused' | 'silent' | 'waiting' | 'final'
}

export function tellVerdict(facts: ClickFacts): StoryVerdict {
  const conversion = mostTelling(facts.conversions)
  if (conversion) return tellConverted(facts, conversion)
  const refused = facts.requests.findLast(({ outcome }) => outcome === 'refused' || outcome === 'unmatched')
  return refused ? tellRefused(facts, refused.reason, refused.message) : tellSilent(facts)
}

function tellConverted(facts: ClickFacts, conversion: Conversion): StoryVerdict {
  const network = facts.network?.name ?? 'the network'
  const reason = conversion.reason === null ? undefined : conversionReasons[conversion.reason]
  if (conversion.status === 'approved') return tellApproved(facts, conversion)
  if (isInReview(conversion))
    return {
      state: 'Held',
      sentence: 'Not paid yet, because it waits for a person.',
      detail: `It is held because ${reason}.`,
      remedy: `Confirm it, and ${tellConfirmed(facts, conversion)}; refuse it, and it ends here.`,
      cause: 'review',
    }
  if (isOnHold(conversion))
    return {
      state: 'Held',
      sentence: 'Approved, and held for its days.',
      detail: `It is released by itself${conversion.releaseAtMs === null ? '' : ` on ${days.format(conversion.releaseAtMs)}`}.`,
      remedy: 'Nothing to do: the end of its hold pays it.',
      cause: 'waiting',
    }
  if (conversion.status === 'pending')
    return {
      state: 'Pending',
      sentence: `Not paid yet, because ${network} has not confirmed it.`,
      detail: `${network} reported it as pending.`,
      remedy: `A second report of ${network} that approves it.`,
      cause: 'waiting',
    }
  const isReversed = conversion.status === 'reversed'
  return {
    state: isReversed ? 'Reversed' : 'Rejected',
    sentence: isReversed
      ? `Taken back, because ${reason ?? `${network} reversed it`}.`
      : `Not paid, because ${reason ?? `${network} rejected it`}.`,
    detail: tellLost(facts, conversion),
    remedy: openDecisions(conversion).includes('give_after_all')
      ? 'Give it after all, as long as the network does not take it back.'
      : null,
    cause: 'final',
  }
}

function tellLost({ network }: ClickFacts, conversion: Conversion): string {
  if (isWithheld(conversion))
    return `${network?.name ?? 'The network'} stands by it and goes on owing it; the difference is in the margin.`
  return conversion.status === 'reversed' ? 'It was paid before; the ledger has it back.' : ''
}

/** The effect of a confirmation, by the very rule that would make it: what is approved may be held for days first. */
function tellConfirmed({ nowMs, offer, network }: ClickFacts, conversion: Conversion): string {
  const moment = { nowMs, today: '', holdDays: offer?.holdDays ?? 0 }
  const confirmed = confirmReviewed(conversion, moment) ?? conversion
  if (confirmed.status === 'approved') return 'it is booked and the publisher is told'
  if (confirmed.releaseAtMs !== null)
    return `it is held until ${days.format(confirmed.releaseAtMs)}, then it is booked and the publisher is told`
  return `it waits for ${network?.name ?? 'the network'} to approve it`
}

function tellApproved(
  { callbacks, attempts, app, hasEndpoint }: ClickFacts,
  { id }: Conversion,
): StoryVerdict {
  const who = `${app?.name ?? 'The publisher'}’s server`
  const own = callbacks.filter(({ conversionId }) => conversionId === id)
  const failing = own.find(({ state }) => state !== 'delivered' && state !== 'cancelled')
  if (failing) {
    const last = attempts.findLast(({ callbackId }) => callbackId === failing.id)
    const isOver = failing.state !== 'pending'
    return {
      state: isOver ? 'Failed' : 'Retrying',
      sentence: `Earned, but ${who} has not taken the callback.`,
      detail: last ? `Attempt ${last.number}: ${last.reason}` : 'The first attempt is about to be made.',
      remedy: isOver
        ? `Once ${who} works again, replay the callback.`
        : 'The next attempt, if the receiver works by then.',
      cause: 'callback',
    }
  }
  if (own.length === 0)
    return {
      state: 'Approved',
      sentence: 'Paid. The publisher is told by no callback.',
      detail: hasEndpoint ? 'No endpoint asks for this event.' : 'The app has no callback endpoint.',
      remedy: null,
      cause: 'paid',
    }
  const tries = Math.max(...own.map((one) => one.attempts))
  return {
    state: 'Approved',
    sentence: `Paid. ${who} took the callback${tries > 1 ? ` on attempt ${tries}` : ' at once'}.`,
    detail: 'Whether it has credited the user, it knows itself.',
    remedy: null,
    cause: 'paid',
  }
}

function tellRefused({ network }: ClickFacts, reason: string | null, message: string | null): StoryVerdict {
  const who = network?.name ?? 'the network'
  return {
    state: 'Refused',
    sentence: `Not paid, because ${who}’s report was refused: ${refusalReason(reason)}.`,
    detail: message ?? '',
    remedy: `${network?.name ?? 'The network'} corrects its postback address and reports again, or the kept report is replayed once its cause is gone.`,
    cause: 'refused',
  }
}

function tellSilent({ click, network, nowMs }: ClickFacts): StoryVerdict {
  const who = network?.name ?? 'the network'
  if (click.outcome === 'fallback')
    return {
      state: 'Refused',
      sentence: `Not paid, because the visit never reached the offer: ${click.reason === null ? 'it was not to be had' : clickReasons[click.reason]}.`,
      detail: 'The user was led to the fallback, where there is nothing to earn for this offer.',
      remedy: 'A new visit, once the offer is to be had.',
      cause: 'final',
    }
  return {
    state: 'Started',
    sentence: `Not paid, because ${who} has not reported anything since the click ${spanOf(nowMs - click.clickedAtMs)} ago.`,
    detail:
      click.verdict === 'bot'
        ? 'The click came from a crawler or a tool.'
        : 'The user may not have finished, or the report was lost.',
    remedy: `A report of ${who} with this click id.`,
    cause: 'silent',
  }
}

const days = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  timeZone: 'UTC',
})

function spanOf(ms: number): string {
  const minutes = Math.floor(ms / 60_000)
  if (minutes < 60) return `${Math.max(1, minutes)} min`
  if (minutes < 48 * 60) return `${Math.floor(minutes / 60)} h`
  return `${Math.floor(minutes / 1440)} days`
}
