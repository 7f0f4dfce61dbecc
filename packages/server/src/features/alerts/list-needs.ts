import {
  alertSpanMs,
  marginRevenueMinMicros,
  refusedMin,
  reviewHourMs,
  silentAfterMs,
  usualPostbacksMin,
} from '@quoin/core/alerts/alert-bounds.ts'
import {
  type AlertRuleName,
  alertRuleNames,
  alertRules,
  type RuleInForce,
} from '@quoin/core/alerts/alert-rule.ts'
import { capsSentence } from '@quoin/core/alerts/caps-sentence.ts'
import type { Need } from '@quoin/core/alerts/need.ts'
import { answerWithinMs } from '@quoin/core/tickets/ticket.ts'
import { isApart, tellDoubt } from '@quoin/core/time/trusted-clock.ts'
import { rateAgeDaysMax } from '@quoin/core/terms/exchange-rate.ts'
import { dayOf } from '@quoin/core/time/calendar-day.ts'
import { dayMs, hourMs, minuteMs } from '@quoin/core/time/durations.ts'
import { idTimeMs } from '@quoin/core/tracking/click-id.ts'
import { findCapped } from '../catalogue/find-capped.ts'
import { rulesInForce } from './alert-rules.ts'
import { type AlertNeeds, type Finder, type Found, nothing, percentOf } from './finder.ts'
import { sourceFinders } from './find-source-needs.ts'
import { serviceFinders } from './find-service-needs.ts'

/** The one that knows what needs a person now, worst first: what the overview shows and alerts tell of. */
export async function listNeeds(ports: AlertNeeds): Promise<readonly Need[]> {
  const { db, store, clock } = ports
  const nowMs = clock.nowMs()
  const rules = await rulesInForce(ports)
  const thresholdOf = (rule: AlertRuleName): number => rules[rule].threshold
  const isDemoUnderWay = (await store.demoMonth.findWrittenTo(db)) !== undefined
  const found = await Promise.all(
    alertRuleNames.map(async (rule) => {
      if (isDemoUnderWay && alertRules[rule].isOfTraffic) return []
      const inForce = rules[rule]
      const rows = await finders[rule]({ ...ports, nowMs, thresholdOf, threshold: inForce.threshold })
      return rows.map((row) => presentFound(rule, inForce, row))
    }),
  )
  return found.flat()
}

function presentFound(rule: AlertRuleName, { isOn }: RuleInForce, found: Found): Need {
  const { subject, title, isUrgent = true, ...rest } = found
  const { severity, title: standard } = alertRules[rule]
  const cause = subject === '' ? rule : `${rule}:${subject}`
  return { cause, rule, severity, title: title ?? standard, ...rest, isUrgent: isUrgent && isOn }
}

const finders: Readonly<Record<AlertRuleName, Finder>> = {
  async secret_leaked({ db, store, nowMs }) {
    const leaked = await store.needFacts.listLeakedSecrets(db, nowMs)
    return leaked.map(({ id, masked, app, appId, leakedAtMs, origin }) => ({
      ...nothing,
      subject: id,
      title: `A secret of ${app} has leaked`,
      sentence: `${masked} arrived from a browser${origin === null ? '' : ` on ${origin}`}. Make a new one, then revoke it.`,
      sinceMs: leakedAtMs,
      link: `/ops/apps/${appId}`,
      action: 'Replace it',
    }))
  },
  async network_silent({ db, store, nowMs, threshold }) {
    const paces = await store.needFacts.listNetworkPaces(db)
    const silent = paces.filter(
      ({ requests, lastAtMs, usualGapSec }) =>
        requests >= usualPostbacksMin && nowMs - lastAtMs > silentAfterMs(usualGapSec * 1000, threshold),
    )
    return silent.map(({ id, name, lastAtMs, usualGapSec }) => ({
      ...nothing,
      subject: id,
      title: `${name} is silent`,
      sentence: `It usually sends a postback at least every ${minutes(usualGapSec * 1000)}.`,
      sinceMs: lastAtMs,
      link: `/ops/networks/${id}?tab=log`,
      action: 'Open its log',
    }))
  },
  async endpoint_dead({ db, store, nowMs, threshold }) {
    const endpoints = await store.needFacts.listFailingEndpoints(db, nowMs - threshold * minuteMs)
    return endpoints.map(({ id, name, app, status, disabledReason, sinceMs, failures, waiting }) => ({
      ...nothing,
      subject: id,
      title: `Callbacks to ${app} fail`,
      sentence: `${endpointSentence({ name, status, disabledReason, failures })} ${waitingWords(waiting)}`,
      sinceMs,
      count: waiting,
      link: `/ops/callbacks/${id}`,
      action: 'Look at it',
    }))
  },
  async callbacks_failing({ db, store, nowMs, threshold, thresholdOf }) {
    const endpoints = await store.needFacts.listLossyEndpoints(
      db,
      nowMs - thresholdOf('endpoint_dead') * minuteMs,
    )
    const lossy = endpoints.filter(
      ({ tried, delivered }) => tried >= triedMin && delivered * 100 < tried * threshold,
    )
    return lossy.map(({ id, name, app, tried, delivered, waiting, waitingSinceId }) => ({
      ...nothing,
      subject: id,
      title: `Callbacks to ${app} get lost on the way`,
      sentence: `“${name}” took ${percentOf(delivered, tried)} of the last ${tried}. ${waitingWords(waiting)}`,
      sinceMs: idTimeMs(waitingSinceId),
      count: waiting,
      link: `/ops/callbacks/${id}?state=pending`,
      action: 'See what waits',
    }))
  },
  async postbacks_refused({ db, store, nowMs, threshold }) {
    const shares = await store.needFacts.listRefusedShares(db, nowMs - alertSpanMs)
    const many = shares.filter(
      ({ requests, refused }) => refused >= refusedMin && refused * 100 > requests * threshold,
    )
    return many.map(({ id, name, requests, refused, firstAtMs, outcome, reason }) => ({
      ...nothing,
      subject: id,
      title: `Postbacks of ${name} are refused`,
      sentence: `${refused} of the last ${requests}${reason === null ? '' : `, mostly for ${reason.replaceAll('_', ' ')}`}. Nobody is paid for them.`,
      sinceMs: firstAtMs,
      count: refused,
      link: `/ops/networks/${id}?tab=log&outcome=${outcome}`,
      action: 'See them',
    }))
  },
  async margin_low({ db, store, nowMs, threshold }) {
    const margins = await store.needFacts.listNetworkMargins(db, nowMs - alertSpanMs)
    const low = margins.filter(
      ({ revenueMicros, payoutMicros }) =>
        revenueMicros >= marginRevenueMinMicros &&
        (revenueMicros - payoutMicros) * 100 < revenueMicros * threshold,
    )
    return low.map(({ id, name, revenueMicros, payoutMicros }) => ({
      ...nothing,
      subject: id,
      title: `Little is left of ${name}`,
      sentence: `${percentOf(revenueMicros - payoutMicros, revenueMicros)} of its revenue since yesterday is kept.`,
      amountMicros: revenueMicros - payoutMicros,
      link: '/ops/money?tab=margins',
      action: 'Look at margins',
    }))
  },
  async callbacks_late({ db, store, nowMs, threshold }) {
    const { endpoints, oldestAtMs } = await store.needFacts.measureLateCallbacks(
      db,
      nowMs - threshold * minuteMs,
    )
    if (endpoints === 0) return []
    return [
      {
        ...nothing,
        subject: '',
        sentence: `Callbacks to ${endpoints} ${endpoints === 1 ? 'receiver that answers wait' : 'receivers that answer wait'} too long to be sent.`,
        sinceMs: oldestAtMs,
        count: endpoints,
        link: '/ops/callbacks',
        action: 'See callbacks',
      },
    ]
  },
  ...serviceFinders,
  clock_doubted: (look) => findClockDoubts(look),
  async review_waiting({ db, store, nowMs, threshold }) {
    const { count, payoutMicros, oldestAtMs } = await store.needFacts.measureBacklog(db)
    if (count === 0 || oldestAtMs === null) return []
    return [
      {
        subject: '',
        title: `${count} ${count === 1 ? 'conversion waits' : 'conversions wait'} for review`,
        sentence: 'Nobody is paid for them until somebody decides.',
        sinceMs: oldestAtMs,
        count,
        amountMicros: payoutMicros,
        link: '/ops/review',
        action: 'Review',
        isUrgent: nowMs - oldestAtMs > threshold * reviewHourMs,
      },
    ]
  },
  async tickets_waiting({ db, store, nowMs, threshold }) {
    const { count, oldestAtMs } = await store.ticketQueue.measureWaiting(db)
    if (count === 0 || oldestAtMs === null) return []
    return [
      {
        subject: '',
        sinceMs: oldestAtMs,
        count,
        amountMicros: null,
        title: count === 1 ? '1 ticket waits for an answer' : `${count} tickets wait for an answer`,
        sentence: `Users miss a reward and ask for it; the wall promises them an answer within ${answerWithinMs / dayMs} days.`,
        link: '/ops/tickets',
        action: 'Answer',
        isUrgent: nowMs - oldestAtMs > threshold * dayMs,
      },
    ]
  },
  async publisher_waiting({ db, store, nowMs, threshold }) {
    const { count, oldestAtMs } = await store.publisherList.countWaiting(db)
    if (count === 0 || oldestAtMs === null) return []
    return [
      {
        subject: '',
        sinceMs: oldestAtMs,
        count,
        amountMicros: null,
        title: count === 1 ? '1 publisher waits for approval' : `${count} publishers wait for approval`,
        sentence: 'Only their test credentials work until somebody decides.',
        link: '/ops/publishers?status=waiting',
        action: 'Decide',
        isUrgent: nowMs - oldestAtMs > threshold * hourMs,
      },
    ]
  },
  ...sourceFinders,
  async rates_late({ db, store, nowMs, threshold }) {
    const newest = await store.needFacts.listNewestRates(db)
    const oldestDay = dayOf(nowMs - threshold * dayMs)
    return newest
      .filter(({ day }) => day === null || day < oldestDay)
      .map(({ currency, day, offers }) => ({
        ...nothing,
        subject: currency,
        title: `The rate of ${currency} is old`,
        sentence:
          `${offers === 1 ? 'One offer is' : `${offers} offers are`} paid in ${currency}. ` +
          `${day === null ? 'There is no rate of it' : `Its newest rate is of ${day}`}; reports in it are refused ` +
          `once that is ${rateAgeDaysMax} days old.`,
        sinceMs: day === null ? null : Date.parse(day) + dayMs,
        count: offers,
        link: '/ops/money?tab=rates',
        action: 'Enter a rate',
      }))
  },
  async caps_reached(look) {
    // The very offers that the list has: a cap of what is paused or removed hides nothing.
    const { length: count } = await findCapped(look)
    if (count === 0) return []
    const sentence = capsSentence(count)
    return [
      { ...nothing, subject: '', sentence, count, link: '/ops/offers?status=capped', action: 'See offers' },
    ]
  },
}

/** A wrong clock of one process, and a doubtful one of the database. */
const findClockDoubts: Finder = async ({ db, store, process }) => {
  const trusted = await store.trustedClock.findTrustedClock(db)
  const differenceMs = process.clockDifferenceMs()
  const common = { ...nothing, link: '/ops/system', action: 'Open System' }
  const apart = {
    ...common,
    subject: 'process',
    title: 'Clocks differ',
    sentence:
      `The clock of a process differs from the database's by ${minutes(Math.abs(differenceMs))}. ` +
      'Nothing is deleted, released or closed by it until they agree: let both machines keep time by NTP.',
  }
  const found: Found[] = isApart(differenceMs) ? [apart] : []
  if (trusted === undefined || trusted.doubt === null) return found
  return [
    ...found,
    {
      ...common,
      subject: 'database',
      sinceMs: trusted.doubt.sinceMs,
      sentence:
        `The database's clock stands ${tellDoubt(trusted)} of where it was. Nothing is deleted, released or closed by it ` +
        'until it was right for seven days. If it is right now, run `quoin clock confirm`; if not, correct it.',
    },
  ]
}

/** A share of fewer callbacks says little. */
const triedMin = 20

function waitingWords(waiting: number): string {
  return `${waiting} ${waiting === 1 ? 'callback waits' : 'callbacks wait'}.`
}

const endpointWords: Readonly<Record<string, string>> = {
  gone: 'answered that it is gone: nothing is sent any more.',
  failing: 'answered nothing but failures for days: nothing is sent any more.',
}

function endpointSentence(endpoint: {
  readonly name: string
  readonly status: string
  readonly disabledReason: string | null
  readonly failures: number
}): string {
  const { name, disabledReason, failures } = endpoint
  const words = disabledReason === null ? undefined : endpointWords[disabledReason]
  return `“${name}” ${words ?? `failed ${failures} times in a row.`}`
}

function minutes(ms: number): string {
  const whole = Math.max(1, Math.round(ms / minuteMs))
  return whole < 120 ? `${whole} min` : `${Math.round(whole / 60)} h`
}
