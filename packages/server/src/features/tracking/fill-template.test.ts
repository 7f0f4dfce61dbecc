import assert from 'node:assert/strict'
import { test } from 'node:test'

import { standardSettings } from '../../../../../test/support/standard-settings.ts'
import { sampleOffer } from '../../../../../test/support/sample-offer.ts'
import { readWallSettings } from '@quoin/core/wall/wall-settings.ts'

import { appSettings } from '@quoin/core/apps/app-settings.ts'
import type { App } from '@quoin/core/apps/app.ts'
import type { Click } from '@quoin/core/tracking/click.ts'
import { compileTemplate } from '@quoin/core/macros/expand.ts'
import { macroNames } from '@quoin/core/macros/vocabulary.ts'
import type { Offer } from '@quoin/core/offers/offer-fields.ts'
import { fillTemplate, type MacroFacts } from './fill-template.ts'

const click: Click = {
  id: '01a1fdfa-4600-74e1-a634-4a5d343c2ed0',
  appId: 11,
  offerId: 7,
  userId: 'user 42',
  subId: 'banner-7',
  address: '2001:db8::7',
  userAgent:
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1',
  country: 'DE',
  platform: 'ios',
  verdict: 'valid',
  outcome: 'redirected',
  reason: null,
  isUnsigned: false,
  isTest: false,
  clickedAtMs: Date.UTC(2026, 10, 21, 12, 34, 56, 789),
}

const app: App = {
  ...standardSettings(appSettings),
  id: 11,
  publisherId: 5,
  publisherStatus: 'active',
  name: 'App',
  status: 'active',
  currency: { name: 'Coins', rateMicros: 1_000_000_000, decimals: 0, rounding: 'half_up' },
  holdScore: 85,
  signedLinks: 'off',
  linkKeyVersion: 1,
  wall: readWallSettings(undefined),
}

const offer: Offer = {
  ...sampleOffer,
  id: 7,
  networkId: 3,
  externalId: 'x-7',
  name: 'Puzzle & Co: “Größe”',
  payoutMicros: 1_250_000,
  revenueMicros: 2_000_000,
}

const headers: Record<string, string> = {
  'accept-language': '*, en;q=0.5, de-DE',
  referer: 'https://site.example/wall?a=1',
}

const facts: MacroFacts = {
  click,
  app,
  offer,
  header: (name) => headers[name],
  trackUrl: 'https://go.site.example:8443/track',
  random: (size) => Buffer.alloc(size, 0xab),
}

const filled: Readonly<Record<string, string>> = {
  click_id: click.id,
  user_id: 'user 42',
  sub1: 'banner-7',
  source: '11',
  app_id: '11',
  publisher_id: '5',
  network_id: '3',
  offer_id: '7',
  offer_name: 'Puzzle & Co: “Größe”',
  payout: '1.25',
  revenue: '2',
  currency: 'USD',
  ip: '2001:db8::7',
  user_agent: click.userAgent ?? '',
  platform: 'ios',
  os: 'iOS',
  os_version: '18.6',
  device_type: 'mobile',
  browser: 'Safari',
  browser_version: '18.6',
  country: 'DE',
  language: 'de',
  timestamp: '1795264496',
  date: '2026-11-21',
  datetime: '2026-11-21 12:34:56',
  random: String(0xabababab),
  referer: 'https://site.example/wall?a=1',
  domain: 'go.site.example:8443',
}

for (const name of macroNames) {
  const value = filled[name] ?? ''
  test(`{${name}} is filled with ${value === '' ? 'nothing: a click does not tell it' : value.slice(0, 40)}`, () => {
    const url = new URL(fillTemplate(compileTemplate(`https://offers.example/?v={${name}}&end=1`), facts))
    assert.equal(url.searchParams.get('v'), value)
    assert.equal(url.searchParams.get('end'), '1')
  })
}

test('a macro for x is filled with nothing', () => {
  const bare = {
    ...facts,
    click: { ...click, subId: null, address: null, userAgent: null },
    header: () => undefined,
  }
  const template = compileTemplate(
    'https://offers.example/?a={sub1}{ip}{ua}{os}{browser}{device_type}{lang}{referer}',
  )
  assert.equal(fillTemplate(template, bare), 'https://offers.example/?a=')
})

test('a macro asked for twice, under two names, has one value', () => {
  let calls = 0
  const random = (size: number): Buffer => {
    calls += 1
    return Buffer.alloc(size, calls)
  }
  const url = fillTemplate(compileTemplate('https://offers.example/?a={random}&b={cachebuster}'), {
    ...facts,
    random,
  })
  assert.equal(url, `https://offers.example/?a=${0x01010101}&b=${0x01010101}`)
  assert.equal(calls, 1)
})
