import * as operations from '@quoin/contract/operator/apps/app-operations.ts'
import { appSettings } from '@quoin/core/apps/app-settings.ts'
import { invalidFields, notFound } from '@quoin/core/errors.ts'
import { formatMicros } from '@quoin/core/payout/money.ts'
import { previewCurrency as preview } from '@quoin/core/payout/preview-currency.ts'
import { pickSettings, showSettings } from '@quoin/core/settings/setting.ts'
import { createApp as create } from '../../../features/apps/create-app.ts'
import { updateApp as update } from '../../../features/apps/update-app.ts'
import { getPublisher } from '../../../features/publishers/get-publisher.ts'
import { presentCredential } from '../../../http/present/credential.ts'
import { staffRoute } from '../../../http/staff/staff-route.ts'
import { listApps } from './list-apps.ts'

const getApp = staffRoute(operations.getApp, async ({ ports, path: { appId } }) => {
  const { db, store } = ports
  const app = await store.apps.findAppById(db, appId)
  if (app === undefined) throw notFound(`There is no app ${appId}.`)
  const [publisher, keys, secrets] = await Promise.all([
    getPublisher(ports, app.publisherId),
    store.credentials.listShownKeys(db, appId),
    store.credentials.listShownSecrets(db, appId),
  ])
  return {
    data: {
      id: String(appId),
      name: app.name,
      publisher_id: String(app.publisherId),
      status: app.status,
      publisher: publisher.name,
      publisher_status: app.publisherStatus,
      ...showSettings(appSettings, app),
      keys: keys.map(presentCredential),
      secrets: secrets.map(presentCredential),
    },
    message: `The app ${app.name}.`,
  }
})

const createApp = staffRoute(operations.createApp, async ({ ports, body, staff }) => {
  const { name, publisherId, publisher } = body
  if ((publisherId === undefined) === (publisher === undefined)) throw invalidFields(onePublisher)
  const made = await create(
    { ...ports, actor: staff.actor },
    { ...pickSettings(appSettings, body), name, publisher: publisherId ?? publisher ?? '' },
  )
  const wire = ({ apiKey, apiSecret }: typeof made.live) => ({ api_key: apiKey, api_secret: apiSecret })
  const data = { id: String(made.appId), live: wire(made.live), test: wire(made.test) }
  return { status: 201, data, message: 'Copy the secrets now: they are not shown again.' }
})

const updateApp = staffRoute(operations.updateApp, async ({ ports, path, body, staff }) => {
  const { name, status } = body
  const changes = { ...pickSettings(appSettings, body), name, status }
  await update({ ...ports, actor: staff.actor }, path.appId, changes)
  return { data: {}, message: 'The app is changed.' }
})

const previewCurrency = staffRoute(operations.previewCurrency, async ({ query }) => {
  const { rate, decimals, rounding } = query
  const samples = preview({ rateMicros: rate, decimals, rounding })
  const data = samples.map(({ payoutMicros, exact, localMicros }) => ({
    payout: formatMicros(payoutMicros),
    exact,
    reward: formatMicros(localMicros),
  }))
  return { data, message: `${data.length} samples.` }
})

const onePublisher = [
  { field: 'publisherId', rule: 'required', message: 'or publisher is required, and not both' },
]

/** Apps and their settings. */
export const appRoutes = [listApps, getApp, createApp, updateApp, previewCurrency]
