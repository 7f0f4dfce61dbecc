import { heldInLiveMode } from '@quoin/core/conversions/standing.ts'
import { unturnedText } from '@quoin/core/unturned-text.ts'
import type { Conversion, ConversionEvent } from '@quoin/core/conversions/conversion.ts'
import { tellAmount, tellUsd } from '@quoin/core/payout/tell-amount.ts'
import type { AttemptMade, CallbackState } from '../../../store/callbacks/callback-history.ts'
import type { LoggedRequest } from '../../../store/postbacks/postback-requests.ts'
import type { ClickFacts } from './gather-click.ts'
import { namedGoalOf } from '../../conversions/named-goal.ts'
import { type StoryStep, step } from './story-step.ts'
import { conversionReasons, refusalReason } from './tell-reasons.ts'

/** The network's reports of the click. */
export function tellReports({ requests, network }: ClickFacts): StoryStep[] {
  const who = network?.name ?? 'The network'
  return requests.map((request) => {
    const { outcome, reason, message, receivedAtMs } = request
    const common = { atMs: receivedAtMs, lane: 'network', raw: rawOf(request) } as const
    if (outcome === 'applied')
      return step({ ...common, title: `${who} reports it`, state: 'Accepted', tone: 'ok', why: '' })
    if (outcome === 'duplicate')
      return step({
        ...common,
        title: `${who} reports it again`,
        state: 'Duplicate',
        why: 'It says nothing new: nothing is paid twice.',
      })
    const why = outcome === 'unmatched' ? 'its click is not known here yet' : refusalReason(reason)
    return step({
      ...common,
      tone: 'bad',
      title: `${who}’s report is refused`,
      state: 'Refused',
      why: `Because ${why}. ${message === null ? '' : `It was told: ${message}`}`.trim(),
    })
  })
}

function rawOf({
  id,
  method,
  parameters,
  httpStatus,
  message,
}: LoggedRequest): NonNullable<StoryStep['raw']> {
  return [
    { name: 'method', value: method },
    ...Object.entries(parameters).map(([name, value]) => ({ name, value })),
    { name: 'answered', value: message === null ? String(httpStatus) : `${httpStatus} ${message}` },
    { name: 'postback', value: id },
  ]
}

const chips = {
  pending: 'Pending',
  approved: 'Approved',
  rejected: 'Rejected',
  reversed: 'Reversed',
} as const

/** The steps of the click's conversions, and their ledger entries. */
export function tellConversions(facts: ClickFacts): StoryStep[] {
  return facts.conversions.flatMap((conversion) => {
    const events = facts.events.filter(({ conversionId }) => conversionId === conversion.id)
    // The oldest notes may be kept no longer: the latest decision has the latest note.
    const notes = facts.notes.filter(({ conversionId }) => conversionId === conversion.id)
    const decided = events.filter(({ source }) => source === 'operator').toReversed()
    const reported = conversion.reportedStatus === null ? undefined : events.find(isReported)
    const noteOf = new Map(decided.map(({ version }, at) => [version, notes[at]?.note ?? '']))
    return events.flatMap((event) => [
      tellEvent(conversion, event, {
        note: noteOf.get(event.version) ?? '',
        other: event === reported ? tellOtherAmount(facts, conversion) : '',
      }),
      ...tellBooking(facts, event),
    ])
  })
}

function isReported({ source }: ConversionEvent): boolean {
  return source === 'postback'
}

/** That the network pays something else than the price of the click says; '' where it pays that. */
function tellOtherAmount({ terms }: ClickFacts, conversion: Conversion): string {
  const listedMicros = terms && namedGoalOf(conversion, terms).revenueMicros
  const { revenueMicros } = conversion
  if (!listedMicros || listedMicros === revenueMicros) return ''
  const { country, platform } = conversion
  const where = country === null || platform === null ? '' : ` for ${country} on ${platform}`
  return ` It pays ${tellUsd(revenueMicros)}, and its price${where} was ${tellUsd(listedMicros)} at the click.`
}

interface EventWords {
  readonly note: string
  readonly other: string
}

function tellEvent(conversion: Conversion, event: ConversionEvent, { note, other }: EventWords): StoryStep {
  const { toStatus, fromStatus, reason, happenedAtMs, payoutMicros, payoutLocalMicros, actor } = event
  const isHeld = toStatus === 'pending' && reason !== null
  const reward = `${tellAmount(payoutLocalMicros)} ${conversion.currency}`
  const by = actor === null ? '' : ` Decided by ${actor.replace(/^\w+:/, '')}.`
  const words = note === '' ? '' : ` “${unturnedText(note)}”`
  const why = reason === null ? '' : `Because ${conversionReasons[reason]}.`
  const doubt = fromStatus === null ? heldInLiveMode(conversion) : null
  const live = doubt === null ? '' : ` A live one would be held, because ${conversionReasons[doubt]}.`
  const goal = conversion.goal === '' ? '' : ` (goal ${conversion.goal})`
  return step({
    atMs: happenedAtMs,
    lane: 'quoin',
    tone: toStatus === 'approved' ? 'ok' : toStatus === 'pending' ? 'plain' : 'bad',
    title: titleOf({ fromStatus, toStatus, isHeld }) + goal,
    state: isHeld ? 'Held' : chips[toStatus],
    why: `${why}${by}${words}${live}${other}`.trim(),
    money: { amountMicros: toStatus === 'reversed' ? -payoutMicros : payoutMicros, note: reward },
    riskScore: reason === 'risk' && conversion.risk ? conversion.risk.scoreTenths / 10 : null,
  })
}

interface Change {
  readonly fromStatus: ConversionEvent['fromStatus']
  readonly toStatus: ConversionEvent['toStatus']
  readonly isHeld: boolean
}

function titleOf({ fromStatus, toStatus, isHeld }: Change): string {
  if (toStatus === 'reversed') return fromStatus === 'reversed' ? 'It stays taken back' : 'Takes it back'
  if (toStatus === 'rejected' && fromStatus === 'rejected') return 'It stays rejected'
  if (toStatus === 'rejected') return fromStatus === null ? 'Makes it a rejected conversion' : 'Rejects it'
  if (isHeld) return fromStatus === null ? 'Makes it a conversion and holds it' : 'Holds it'
  if (fromStatus === null) return 'Makes it a conversion'
  const isGivenAgain = fromStatus === 'reversed' || fromStatus === 'rejected'
  if (toStatus === 'approved') return isGivenAgain ? 'Gives it after all' : 'Approves it'
  return 'Makes it pending'
}

function tellBooking(
  { ledger, app }: ClickFacts,
  { conversionId, version, happenedAtMs }: ConversionEvent,
): StoryStep[] {
  const lines = ledger.filter((line) => line.sourceId === conversionId && line.version === version)
  if (lines.length === 0) return []
  const of = (account: string) =>
    -lines.filter((line) => line.account === account).reduce((sum, { amountMicros }) => sum + amountMicros, 0)
  const [payableMicros, marginMicros] = [of('payable'), of('margin')]
  const isBack = payableMicros < 0 || (payableMicros === 0 && marginMicros < 0)
  return [
    step({
      atMs: happenedAtMs,
      lane: 'quoin',
      title: isBack ? 'Books it back' : 'Books it',
      why:
        payableMicros === 0
          ? 'Only what the network owes, and the margin; the lines sum to zero.'
          : `${isBack ? 'Taken from' : 'Payable to'} ${app?.name ?? 'the publisher'}; the lines sum to zero.`,
      money: { amountMicros: marginMicros, note: 'margin' },
      split: { payableMicros, marginMicros },
    }),
  ]
}

/** Whom it was told, and how that went. */
export function tellCallbacks({ callbacks, attempts, app }: ClickFacts): StoryStep[] {
  const who = `${app?.name ?? 'The publisher'}’s server`
  return callbacks.flatMap((callback) => {
    const own = attempts.filter(({ callbackId }) => callbackId === callback.id)
    const made = own.map((attempt) => tellAttempt(who, callback, attempt))
    if (callback.state !== 'pending') return made
    const next = callback.nextAttemptAtMs
    return [
      ...made,
      step({
        atMs: next,
        lane: 'publisher',
        form: 'waiting',
        title: own.length === 0 ? 'The callback is queued' : 'The next attempt',
        state: own.length === 0 ? 'Queued' : 'Retrying',
        why: `To ${callback.endpoint}.`,
      }),
    ]
  })
}

function tellAttempt(who: string, callback: CallbackState, attempt: AttemptMade): StoryStep {
  const { number, httpStatus, failure, latencyMs, attemptedAtMs, verdict, reason } = attempt
  const isTaken = verdict === 'delivered'
  const answer = httpStatus === null ? 'does not answer' : `answers ${httpStatus}`
  return step({
    atMs: attemptedAtMs,
    lane: 'publisher',
    tone: isTaken ? 'ok' : 'bad',
    title: isTaken ? `${who} takes the callback` : `${who} ${answer}`,
    state: isTaken ? 'Delivered' : 'Failed',
    why: `Attempt ${number} of ${callback.eventType}, ${latencyMs} ms. ${isTaken ? '' : reason}`.trim(),
    raw: [
      { name: attempt.method, value: attempt.url.replace(/\?.*$/s, '?…') },
      { name: 'answered', value: `${httpStatus ?? failure ?? ''} ${attempt.bodyExcerpt ?? ''}`.trim() },
      { name: 'callback', value: callback.id },
    ],
  })
}
