import * as operations from '@quoin/contract/manage/history/click-operations.ts'
import type { Click } from '@quoin/core/tracking/click.ts'
import { secondsOf } from '@quoin/core/time/seconds-of.ts'
import { getOwnApp } from '../../../features/apps/own-app.ts'
import { readAll, writeCsv } from '../../../features/history/export-own.ts'
import { tellOwnStory } from '../../../features/timeline/story/tell-own-story.ts'
import { clickReasons } from '../../../features/timeline/story/tell-reasons.ts'
import { presentStep, presentStory } from '../../../http/present/click-story.ts'
import { listAnswer, sliceOf } from '../../../http/staff/list-answer.ts'
import { memberRoute } from '../../../http/staff/member-route.ts'
import { fileOf, scopeOf } from './history-scope.ts'

const listMyClicks = memberRoute(
  operations.listMyClicks,
  async ({ ports, path: { appId }, query, member: { publisherId } }) => {
    await getOwnApp(ports, { publisherId, appId })
    const slice = sliceOf(query, '-time')
    const filter = { ...scopeOf(appId, query), outcome: query.outcome }
    const page = await ports.store.ownLists.listOwnClicks(ports.db, filter, slice)
    const { meta, ...answer } = listAnswer(page, slice, present)
    const { searchedToMs } = page
    const isWhole = slice.after === null && page.end === null
    return {
      ...answer,
      meta: {
        ...meta,
        // A search stops where it has enough: nobody has counted the rest.
        total_is_exact: meta.total_is_exact && (page.isCounted || isWhole),
        searched_until: secondsOf(searchedToMs),
      },
    }
  },
)

const exportMyClicks = memberRoute(
  operations.exportMyClicks,
  async ({ ports, path: { appId }, query, member: { publisherId }, proveAgain }) => {
    const app = await getOwnApp(ports, { publisherId, appId })
    const filter = { ...scopeOf(appId, query), outcome: query.outcome }
    const rows = await readAll(
      (slice) => ports.store.ownLists.listOwnClicks(ports.db, filter, slice),
      proveAgain,
    )
    const header = [
      'time',
      'click',
      'user',
      'sub_id',
      'offer_id',
      'offer',
      'country',
      'platform',
      'state',
      'why',
    ]
    const lines = rows
      .map(present)
      .map((row) => [
        ...[new Date(row.at * 1000).toISOString(), row.id, row.user_id, row.sub_id, row.offer_id, row.offer],
        ...[row.country, row.platform, row.state, row.reason],
      ])
    return { file: fileOf(app, 'clicks', writeCsv(header, lines)) }
  },
)

function present(click: Click & { readonly offer: string | null }) {
  const { id, clickedAtMs, userId, subId, offerId, offer, country, platform, verdict, outcome, reason } =
    click
  return {
    id,
    at: secondsOf(clickedAtMs),
    user_id: userId,
    sub_id: subId,
    offer_id: String(offerId),
    offer,
    country,
    platform,
    state: verdict === 'bot' ? 'bot' : outcome === 'fallback' ? 'fallback' : 'accepted',
    reason: reason === null ? null : clickReasons[reason],
  } as const
}

const getMyClickStory = memberRoute(
  operations.getMyClickStory,
  async ({ ports, path: { clickId }, member: { publisherId } }) => {
    const story = await tellOwnStory(ports, { clickId, publisherId })
    const data = { ...presentStory(story), steps: story.steps.map(presentStep) }
    return { data, message: story.verdict.sentence }
  },
)

export const clickRoutes = [listMyClicks, exportMyClicks, getMyClickStory]
