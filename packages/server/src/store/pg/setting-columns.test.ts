import assert from 'node:assert/strict'
import { test } from 'node:test'
import { appSettings } from '@quoin/core/apps/app-settings.ts'
import { networkSettings } from '@quoin/core/networks/network-settings.ts'
import { type Settings, settingNames, settingValue } from '@quoin/core/settings/setting.ts'
import { createTestDatabase } from '../../../../../test/support/database.ts'
import { findAppById, insertApp, updateApp } from '../apps/apps.ts'
import { findNetworkBySlug, insertNetwork, updateNetwork } from '../networks/networks.ts'
import { insertPublisher } from '../publishers/publishers.ts'

const { database: db } = await createTestDatabase()
const appId = await insertApp(db, await insertPublisher(db, 'Publisher', 'active'), 'App')
const bareNetwork = {
  slug: 'bare',
  name: 'Bare',
  preset: 'generic',
  proof: 'none',
  tokenDigest: null,
  hmacSecretSealed: null,
} as const
const networkId = await insertNetwork(db, bareNetwork)

function valuesOf(table: Settings, whole: object = {}): object {
  return Object.fromEntries(
    Object.entries(table).map(([name, row]) => [name, settingValue(name, row, whole)]),
  )
}

function standardsOf(table: Settings): object {
  return Object.fromEntries(Object.entries(table).map(([name, { standard }]) => [name, standard]))
}

test('a new app has the standard value of each of its settings', async () => {
  assert.deepEqual(valuesOf(appSettings, await findAppById(db, appId)), standardsOf(appSettings))
})

test('a new network has the standard value of each of its settings', async () => {
  assert.deepEqual(
    valuesOf(networkSettings, await findNetworkBySlug(db, bareNetwork.slug)),
    standardsOf(networkSettings),
  )
})

test('null gives a setting its standard value again, and one that is left out stays', async () => {
  const kept = {
    statusWordsAfter: { approved: { rejected: 'reversed' } },
    onLoss: 'pay',
    payoutMin: 1,
    allowedAddresses: ['203.0.113.0/24'],
    timeZone: 'Europe/Berlin',
  } as const
  await updateNetwork(db, networkId, {
    name: 'Named',
    reply: 'OK',
    statusWords: { sold: 'approved' },
    payoutMax: 5,
    ...kept,
  })
  await updateNetwork(db, networkId, { payoutMax: null, reply: null, statusWords: null })
  const { name, ...settings } = (await findNetworkBySlug(db, bareNetwork.slug)) ?? { name: '' }
  assert.equal(name, 'Named')
  assert.deepEqual(valuesOf(networkSettings, settings), {
    ...standardsOf(networkSettings),
    ...kept,
  })
  const all = settingNames(networkSettings).map((setting) => [setting, null])
  await updateNetwork(db, networkId, Object.fromEntries(all))
  assert.deepEqual(
    valuesOf(networkSettings, await findNetworkBySlug(db, bareNetwork.slug)),
    standardsOf(networkSettings),
  )
})

test('settings of one column are set and given back each by itself', async () => {
  await updateApp(db, appId, { wallTheme: 'dark', wallAccent: '#3f63e4' })
  await updateApp(db, appId, { wallTheme: null })
  const { wall } = (await findAppById(db, appId)) ?? {}
  assert.deepEqual([wall?.theme, wall?.accent], [appSettings.wallTheme.standard, '#3f63e4'])
})
