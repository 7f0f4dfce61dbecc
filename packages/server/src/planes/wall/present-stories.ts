import { formatMicros } from '@quoin/core/payout/money.ts'
import { stateOfTicket } from '@quoin/core/tickets/ticket.ts'
import { rewardStates, type RewardState, stateByDiagnosis } from '@quoin/core/tickets/diagnose-reward.ts'
import { secondsOf } from '@quoin/core/time/seconds-of.ts'
import { type RewardStory, timeOf } from '../../features/wall/tell-stories.ts'
import type { ActivityView, StartView, StoryView, TicketView } from '@quoin/wall/model.ts'
import type { Ports } from '../../ports/ports.ts'
import { imagePath, textsOf } from '../../features/wall/offer-texts.ts'
import { presentUsual } from './present-offers.ts'

/** A user's stories, those with an answer to give first read by their time. */
export function presentStory(
  { snapshots, clock }: Pick<Ports, 'snapshots' | 'clock'>,
  story: RewardStory,
): StoryView {
  const { offer, goal, offerId, conversion, diagnosis, ticket, clickedAtMs } = story
  const catalogue = snapshots.catalogue()
  const index = catalogue.findIndex(offerId)
  const imageUrl = index === undefined ? '' : textsOf({ catalogue, index }).imageUrl
  const place = offer?.goals.findIndex((one) => one.goal === goal) ?? -1
  return {
    key: keyOf(story),
    offerId,
    name: offer?.name ?? `#${offerId}`,
    start: story.clickId ?? keyOf(story),
    step: offer?.goals[place]?.name ?? '',
    stepNumber: place + 1,
    stepCount: offer?.goals.length ?? 0,
    image: imagePath(offerId, imageUrl),
    amount: formatMicros(story.amountMicros),
    state: stateByDiagnosis[diagnosis.code],
    at: secondsOf(timeOf(story)),
    code: diagnosis.code,
    usual: presentUsual(story.usual),
    startedAt: secondsOf(clickedAtMs),
    because: becauseOf(story),
    // A claim is our own word: nobody has reported yet.
    reportedAt: conversion && conversion.reportedStatus !== null ? secondsOf(conversion.updatedAtMs) : null,
    momentAt: momentOf(story),
    asksFrom: secondsOf(diagnosis.asksFromMs),
    asksUntil: secondsOf(diagnosis.asksUntilMs),
    isOver: isOver(story, clock.nowMs()),
    mayAsk: story.mayAsk,
    reference: diagnosis.reference ?? null,
    ticket: ticket === undefined ? null : presentTicket(ticket),
  }
}

/** Whether the offer takes no new starts; those that there are count all the same. */
function isOver({ offer, diagnosis }: RewardStory, nowMs: number): boolean {
  if (diagnosis.code !== 'young' && diagnosis.code !== 'late') return false
  return offer?.status !== 'active' || (offer.endsAtSec ?? Number.POSITIVE_INFINITY) * 1000 <= nowMs
}

/** Names a story in an address: by its conversion, or by its start and goal. */
function keyOf(story: RewardStory): string {
  return story.conversion?.id ?? startKeyOf(story)
}

function startKeyOf({ clickId, goal }: RewardStory): string {
  return `${clickId}.${goal}`
}

/** The story that an address names. A start in an older address may have become a conversion since. */
export function findStory(stories: readonly RewardStory[], key: string | undefined): RewardStory | undefined {
  return stories.find((story) => keyOf(story) === key) ?? stories.find((story) => startKeyOf(story) === key)
}

/** The reason of a rejection that was ours, not the advertiser's. */
function becauseOf({ conversion }: RewardStory): StoryView['because'] {
  if (conversion?.status !== 'rejected') return null
  const { reason } = conversion
  return reason === 'cap' || reason === 'refused' || reason === 'expired' ? reason : null
}

export function presentActivity(
  stories: readonly StoryView[],
  filter: RewardState | undefined,
): ActivityView {
  const counts = Object.fromEntries(
    rewardStates.map((state) => [state, stories.filter((one) => one.state === state).length]),
  ) as Record<RewardState, number> // one of each state
  return {
    view: 'activity',
    filter: filter ?? null,
    counts,
    sums: {
      started: sumOf(stories, 'started'),
      pending: sumOf(stories, 'pending'),
      credited: sumOf(stories, 'credited'),
    },
    starts: presentStarts(stories),
    stories: stories.filter(({ state }) => filter === undefined || state === filter),
  }
}

function presentStarts(stories: readonly StoryView[]): Record<string, StartView> {
  const byStart = Map.groupBy(stories, ({ start }) => start)
  const starts = [...byStart].filter(([, [first]]) => first !== undefined && first.stepCount > 0)
  return Object.fromEntries(
    starts.map(([start, own]) => [
      start,
      {
        done: own.filter(({ state }) => state === 'credited').length,
        earned: sumOf(own, 'credited'),
        total: sumOf(own),
      },
    ]),
  )
}

/** Amounts are texts of micros: added as integers. */
function sumOf(stories: readonly StoryView[], state?: RewardState): string {
  const micros = stories
    .filter((one) => state === undefined || one.state === state)
    .reduce((sum, { amount }) => sum + Math.round(Number(amount) * 1_000_000), 0)
  return formatMicros(micros)
}

function momentOf({ diagnosis, endsAtMs }: RewardStory): number | null {
  return secondsOf(diagnosis.atMs ?? endsAtMs)
}

function presentTicket(ticket: NonNullable<RewardStory['ticket']>): TicketView {
  return {
    id: ticket.id,
    state: stateOfTicket(ticket, ticket.status ?? undefined),
    at: secondsOf(ticket.answeredAtMs ?? ticket.createdAtMs),
    because: ticket.because,
    messages: [
      { by: 'user', text: ticket.note, at: secondsOf(ticket.createdAtMs) },
      ...ticket.messages.map(({ by, text, atMs }) => ({ by, text, at: secondsOf(atMs) })),
    ],
  }
}
