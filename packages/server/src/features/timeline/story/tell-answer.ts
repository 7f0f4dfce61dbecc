import {
  type Conversion,
  type ConversionEvent,
  isInReview,
  isOnHold,
} from '@quoin/core/conversions/conversion.ts'
import { networkStateOf } from '@quoin/core/conversions/network-state.ts'
import { tellAmount, tellUsd } from '@quoin/core/payout/tell-amount.ts'
import { answerSentences, type AnswerKind } from './answer-sentences.ts'
import type { ClickFacts } from './gather-click.ts'
import { mostTelling } from './most-telling.ts'
import { clickReasons, ownReason, refusalReason } from './tell-reasons.ts'

/** An answer as a support person would write it: what happened and why, what comes next and when. Paragraphs. */
export interface Answer {
  readonly publisher: readonly string[]
  readonly user: readonly string[]
}

/** Without what the network pays, without the names of people, and with the id at the end. */
export function tellAnswer(facts: ClickFacts): Answer {
  const conversion = mostTelling(facts.conversions)
  const standing = standingOf(facts, conversion)
  const { offer, click } = facts
  const named = offer?.name ?? 'an offer that is gone'
  const words = { user: click.userId, named, reward: conversion && rewardOf(conversion) }
  const { publisher, user } = answerSentences[standing]
  const happened = tellHappened(facts, conversion)
  return {
    publisher: [
      publisher.result({ ...words, payout: conversion && tellUsd(conversion.payoutMicros) }),
      happened.join(' '),
      tellNext(facts, conversion, publisher.next),
      `Click ${click.id}. All times are UTC.`,
    ],
    user: [
      user.result(words),
      `You opened the offer on ${dayOf(click.clickedAtMs)}.`,
      tellNext(facts, conversion, user.next),
    ],
  }
}

function standingOf({ requests, click }: ClickFacts, conversion: Conversion | undefined): AnswerKind {
  if (conversion === undefined) {
    if (click.outcome === 'fallback') return 'fallback'
    return requests.some(({ outcome }) => outcome === 'refused') ? 'report_refused' : 'silent'
  }
  if (conversion.status === 'approved') return 'approved'
  if (isInReview(conversion)) return 'review'
  if (isOnHold(conversion)) return 'hold'
  if (conversion.status === 'pending') return 'pending'
  // A person took it back, and then its network as well: that is final.
  const isOver = networkStateOf(conversion) === 'reversed' && conversion.status === 'reversed'
  const isOurs = conversion.reason !== null && !isOver
  if (conversion.status === 'reversed') return isOurs ? 'taken_back' : 'reversed'
  return isOurs ? 'refused' : 'rejected'
}

function tellNext({ callbacks }: ClickFacts, conversion: Conversion | undefined, next: string): string {
  const { id = '', releaseAtMs = null } = conversion ?? {}
  const isUntold = callbacks.some((one) => one.conversionId === id && !told.includes(one.state))
  const dated = next.replace('{date}', releaseAtMs === null ? 'the last of these days' : dayOf(releaseAtMs))
  return isUntold && conversion?.status === 'approved'
    ? `${dated.replace(' You need do nothing.', '')} Once your server takes the callback, your user can be credited.`
    : dated
}

const told: readonly string[] = ['delivered', 'cancelled']

/** The events in their order, each with its time. */
function tellHappened(facts: ClickFacts, conversion: Conversion | undefined): string[] {
  const { click, requests, events, callbacks } = facts
  const first = requests.find(({ outcome }) => outcome === 'applied')
  const refused = conversion ? undefined : requests.findLast(({ outcome }) => outcome === 'refused')
  const own = events.filter(({ conversionId }) => conversionId === conversion?.id)
  const last = callbacks.findLast((one) => one.conversionId === conversion?.id)
  return [
    `The user followed the link on ${momentOf(click.clickedAtMs)}.`,
    ...(click.outcome === 'fallback' && click.reason !== null
      ? [`It led to the fallback, because ${clickReasons[click.reason]}.`]
      : []),
    ...(first ? [`The network reported it on ${momentOf(first.receivedAtMs)}.`] : []),
    ...(refused
      ? [
          `A report of ${momentOf(refused.receivedAtMs)} was refused, because ${refusalReason(refused.reason)}.`,
        ]
      : []),
    ...own.flatMap((event) => tellStep(event) ?? []),
    ...(last === undefined
      ? []
      : last.state === 'delivered' && last.endedAtMs !== null
        ? [`Your server took the callback on ${momentOf(last.endedAtMs)}.`]
        : ['Your server has not taken the callback yet.']),
  ]
}

function tellStep({ version, fromStatus, toStatus, reason, source, happenedAtMs }: ConversionEvent) {
  const on = `on ${momentOf(happenedAtMs)}`
  const isOurs = source === 'operator'
  const isSame = fromStatus === toStatus
  if (isSame && toStatus === 'reversed' && reason === 'refused')
    return `The network took it back as well ${on}.`
  if (isSame && (toStatus === 'reversed' || toStatus === 'rejected')) return undefined
  if (toStatus === 'reversed') return `${isOurs ? 'One of us' : 'The network'} took it back ${on}.`
  if (toStatus === 'rejected') {
    if (isOurs) return `One of us refused it ${on}.`
    return reason === null
      ? `The network rejected it ${on}.`
      : `It was not given, because ${ownReason(reason)}.`
  }
  if (toStatus === 'pending' && reason === 'hold')
    return `${isOurs ? `One of us approved it ${on}, and` : 'It was approved, and'} it is held for the days of its offer.`
  if (toStatus === 'pending' && reason !== null)
    return `It was held for a check, because ${ownReason(reason)}.`
  if (toStatus === 'pending')
    return version === 1 ? undefined : `It waits for the network since ${momentOf(happenedAtMs)}.`
  if (isOurs) return `One of us approved it ${on}.`
  return source === 'release' ? `Its days were over ${on}.` : undefined
}

function rewardOf({ payoutLocalMicros, currency }: Conversion): string {
  return `${tellAmount(payoutLocalMicros)} ${currency}`
}

const days = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  timeZone: 'UTC',
})
const clock = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', timeZone: 'UTC' })

function dayOf(atMs: number): string {
  return days.format(atMs)
}

function momentOf(atMs: number): string {
  return `${dayOf(atMs)} at ${clock.format(atMs)}`
}
