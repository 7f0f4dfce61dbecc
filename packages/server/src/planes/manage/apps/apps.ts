import * as operations from '@quoin/contract/manage/apps/app-operations.ts'
import { appSettings } from '@quoin/core/apps/app-settings.ts'
import { formatMicros } from '@quoin/core/payout/money.ts'
import { ownSettings, pickSettings, showSettings } from '@quoin/core/settings/setting.ts'
import { firstOfDays } from '@quoin/core/time/first-of-days.ts'
import { createApp } from '../../../features/apps/create-app.ts'
import { checkOwnChanges, getOwnApp } from '../../../features/apps/own-app.ts'
import { updateApp } from '../../../features/apps/update-app.ts'
import { listAnswer, sliceOf } from '../../../http/staff/list-answer.ts'
import { memberRoute } from '../../../http/staff/member-route.ts'
import type { AppFigures } from '../../../store/stats/app-figures.ts'

const settings = ownSettings(appSettings)

const listMyApps = memberRoute(operations.listMyApps, async ({ ports, query, member }) => {
  const { db, store, clock } = ports
  const slice = sliceOf(query, 'name')
  const { publisherId } = member
  const filter = { publisherId, search: query.search ?? null, status: query.status ?? null }
  const page = await store.appList.listAppPage(db, filter, slice)
  const nowMs = clock.nowMs()
  const measured = await store.appFigures.measureApps(db, {
    ids: page.rows.map(({ id }) => id),
    weekSec: firstOfDays(7, nowMs),
    monthSec: firstOfDays(30, nowMs),
  })
  const figures = new Map(measured.map((one) => [one.id, one]))
  return listAnswer(page, slice, (app) => ({
    id: String(app.id),
    name: app.name,
    status: app.status,
    currency: app.currencyName,
    is_paused: app.isPaused,
    last_7_days: presentFigures(figures.get(app.id)?.week),
    last_30_days: presentFigures(figures.get(app.id)?.month),
  }))
})

function presentFigures({ clicks, approved, earnedMicros }: AppFigures = noFigures) {
  return { clicks, conversions: approved, earned: formatMicros(BigInt(earnedMicros)) }
}

const noFigures: AppFigures = { clicks: 0, approved: 0, earnedMicros: '0' }

const getMyApp = memberRoute(operations.getMyApp, async ({ ports, path: { appId }, member }) => {
  const app = await getOwnApp(ports, { publisherId: member.publisherId, appId })
  const { name, status } = app
  const { currency_name: currency, ...shown } = showSettings(settings, app)
  return {
    data: { id: String(appId), name, status, currency, ...shown },
    message: `The app ${name}.`,
  }
})

const createMyApp = memberRoute(operations.createMyApp, async ({ ports, body, member }) => {
  const changes = pickSettings(settings, body)
  checkOwnChanges(changes, { holdScore: settings.holdScore.standard })
  const { publisherId, actor } = member
  const made = await createApp({ ...ports, actor }, { ...changes, name: body.name, publisher: publisherId })
  const wire = ({ apiKey, apiSecret }: typeof made.live) => ({ api_key: apiKey, api_secret: apiSecret })
  const data = { id: String(made.appId), live: wire(made.live), test: wire(made.test) }
  return { status: 201, data, message: 'Copy the secrets now: they are not shown again.' }
})

const updateMyApp = memberRoute(operations.updateMyApp, async ({ ports, path: { appId }, body, member }) => {
  const app = await getOwnApp(ports, { publisherId: member.publisherId, appId })
  const changes = pickSettings(settings, body)
  checkOwnChanges(changes, app)
  await updateApp({ ...ports, actor: member.actor }, appId, { ...changes, name: body.name })
  return { data: {}, message: 'The app is changed.' }
})

export const appRoutes = [listMyApps, getMyApp, createMyApp, updateMyApp]
