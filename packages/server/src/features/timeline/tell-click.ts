import type { Click } from '@quoin/core/tracking/click.ts'
import type { Eligibility } from '../catalogue/explain-eligibility.ts'
import { readClickNote } from '@quoin/core/risk/behaviour/behaviour-risk.ts'
import { tellBehaviourRisk } from './tell-behaviour-risk.ts'
import type { TimelineEntry } from './timeline-entry.ts'

/** The listing as it would be decided now: what was decided then is not kept. */
export function tellListing(
  { offerId, userId }: Pick<Click, 'offerId' | 'userId'>,
  eligibility: Eligibility | undefined,
  nowMs: number,
): TimelineEntry<'listing'> {
  const facts = { offerId, userId, isRecomputed: true }
  if (eligibility === undefined) {
    const text = 'Listing, recomputed now: there is no such offer any more, or not for these credentials.'
    return { atMs: nowMs, kind: 'listing', text, facts: { ...facts, isEligible: false, checks: [] } }
  }
  const { isEligible, checks } = eligibility
  const failed = checks.filter(({ isPassed }) => !isPassed)
  const why = failed.map(({ code, sentence }) => `${code}: ${sentence}`).join(' ')
  return {
    atMs: nowMs,
    kind: 'listing',
    text: `Listing, recomputed now: the offer is ${isEligible ? 'shown' : `not shown. ${why}`}`.replace(
      /([^.])$/,
      '$1.',
    ),
    facts: { ...facts, isEligible, checks },
  }
}

function verdictOf({ verdict, risk: note, isTest }: Click): string {
  const risk = readClickNote(note)
  const held = isTest
    ? 'with a live key, what it earns is held for review'
    : 'what it earns is held for review'
  if (verdict === 'bot') return `a crawler or a tool; ${held}`
  return risk?.verdict === 'hold' ? `${tellBehaviourRisk(risk)}; ${held}` : 'valid'
}

export function tellClick(click: Click): TimelineEntry<'click'> {
  const { id, address, userAgent, outcome: _outcome, reason: _reason, clickedAtMs, ...facts } = click
  const mode = click.isTest ? ' with a test key' : ''
  return {
    atMs: clickedAtMs,
    kind: 'click',
    text: `User ${click.userId} followed the link of offer ${click.offerId}${mode} from ${click.country} on ${click.platform}: ${verdictOf(click)}.`,
    facts: { clickId: id, address, userAgent, ...facts },
  }
}

export function tellRedirect({ outcome, reason, clickedAtMs }: Click): TimelineEntry<'redirect'> {
  return {
    atMs: clickedAtMs,
    kind: 'redirect',
    text:
      outcome === 'redirected'
        ? `Sent on to the offer${reason === null ? '' : ` (${reason})`}.`
        : `Not sent to the offer but down the fallback chain: ${reason}.`,
    facts: { outcome, reason },
  }
}
