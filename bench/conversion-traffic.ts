// The conversions of a few publishers over some hours, with all that comes of them: by the product's own verbs.
import { createHash } from 'node:crypto'
import { formatId } from '@quoin/core/tracking/click-id.ts'
import { weekOf } from '@quoin/core/tracking/click-partitions.ts'
import type { OutgoingResult } from '@quoin/core/outgoing/outgoing-answer.ts'
import { attemptCallback } from '../packages/server/src/features/callbacks/attempt-callback.ts'
import { leaseCallbacks } from '../packages/server/src/features/callbacks/lease-callbacks.ts'
import { recordAttempts } from '../packages/server/src/features/callbacks/record-attempts.ts'
import { applyPostbacks } from '../packages/server/src/features/postbacks/apply-postbacks.ts'
import { maskParameters } from '../packages/server/src/features/postbacks/mask-parameters.ts'
import type { PostbackReport } from '../packages/server/src/ports/writes.ts'
import { addEndpoint } from '../test/support/callback-endpoints.ts'
import { sealSecret, testKeyring } from '../test/support/callbacks.ts'
import { type ConversionWorld, createConversionWorld } from '../test/support/conversion-world.ts'
import { makeClick } from '../test/support/make-click.ts'

const startMs = Date.UTC(2026, 10, 23, 9)
/** Some hours; a batch has as many postbacks as come during one commit under load. */
const msPerConversion = 400
const batchMax = 16
/** How many callbacks are sent with each batch: more than come. */
const allowance = 200

export interface ConversionTraffic {
  readonly world: ConversionWorld
  /** Makes so many more conversions, with the later steps of earlier ones that fall in their time. */
  play(conversions: number): Promise<void>
}

interface Due {
  readonly word: string
  readonly conversion: number
  readonly isRepeat: boolean
}

interface Endpoints {
  readonly ids: readonly number[]
}

export async function openConversionTraffic(): Promise<ConversionTraffic> {
  const world = await createConversionWorld()
  world.nowMs = startMs
  await world.ports.store.clickWeeks.createClickPartition(world.database, weekOf(world.nowMs))
  const networkIds = [world.networkId, await world.addNetwork(), await world.addNetwork()]
  const offers: SharedOffer[] = []
  for (let n = 0; n < 40; n += 1) {
    const networkId = networkIds[n % networkIds.length] ?? 0
    offers.push({
      networkId,
      offerId: await world.addOffer({ ...(n % 4 === 0 ? withGoals : {}), networkId }),
    })
  }
  const appIds = await addApps(world)
  const endpoints = await addEndpoints(world, appIds)
  const due = new Map<number, Due[]>()
  let made = 0
  return {
    world,
    async play(conversions) {
      for (const end = made + conversions; made < end; ) {
        const numbers = Array.from({ length: Math.min(batchMax, end - made) }, (_, n) => made + n)
        for (const number of numbers) plan(due, number)
        const clicks = numbers.map((number) => clickOf(number, { world, appIds, offers }))
        await world.ports.store.clicks.insertClicks(world.database, clicks)
        world.nowMs += batchMax * msPerConversion
        const reports = numbers
          .flatMap((number) => due.get(number) ?? [])
          .map((one) => reportOf({ world, appIds, offers }, one))
        for (const number of numbers) due.delete(number)
        await applyPostbacks(world.ports, reports)
        await sendCallbacks(world, endpoints)
        made += numbers.length
      }
    },
  }
}

const withGoals = {
  goals: [
    { goal: 'install', default: 'true' },
    { goal: 'level_10', default: 'false' },
    { goal: 'purchase', default: 'false' },
  ],
}

/** Three publishers in ten wait first; one in twelve postbacks is sent twice; one conversion in twenty is taken back. */
function plan(due: Map<number, Due[]>, conversion: number): void {
  const add = (after: number, word: string, isRepeat = false): void => {
    const moment = conversion + after
    due.set(moment, [...(due.get(moment) ?? []), { word, conversion, isRepeat }])
  }
  const waits = conversion % 10 < 3
  add(0, waits ? 'pending' : 'approved')
  if (waits) add(4_000, conversion % 40 === 0 ? 'rejected' : 'approved')
  if (conversion % 12 === 5) add(30, waits ? 'pending' : 'approved', true)
  if (conversion % 20 === 7) add(6_000, 'reversed')
}

/** The same digits for a name, run for run. */
function digest(name: string): string {
  return createHash('sha256').update(name).digest('hex')
}

const agents = [
  'Mozilla/5.0 (Linux; Android 14; SM-A546B) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36',
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1',
]
const countries = ['US', 'DE', 'GB', 'FR', 'BR', 'IN', 'CA', 'AU']

interface Cast {
  readonly world: ConversionWorld
  readonly appIds: readonly number[]
  readonly offers: readonly SharedOffer[]
}

interface SharedOffer {
  readonly offerId: number
  readonly networkId: number
}

function offerOf({ offers }: Cast, conversion: number): SharedOffer | undefined {
  return offers[Number.parseInt(digest(`offer ${conversion}`).slice(0, 4), 16) % offers.length]
}

function firstMsOf(conversion: number): number {
  return startMs + conversion * msPerConversion
}

/** Clicks precede their postback by minutes to hours, so that postbacks do not come in the order of their clicks. */
function clickIdOf(conversion: number): string {
  const digits = digest(`click ${conversion}`)
  const agoMs = 60_000 + (Number.parseInt(digits.slice(0, 6), 16) % 7_200_000)
  return formatId(firstMsOf(conversion) - agoMs, Buffer.from(digits.slice(6, 26), 'hex'))
}

function userOf(conversion: number): string {
  return `u_${digest(`user ${conversion % 5 === 4 ? conversion - 1 : conversion}`).slice(0, 32)}`
}

function clickOf(conversion: number, cast: Cast) {
  const { appIds } = cast
  const id = clickIdOf(conversion)
  const digits = digest(`visit ${conversion}`)
  const part = (at: number, of: number): number => Number.parseInt(digits.slice(at, at + 4), 16) % of
  return makeClick({
    id,
    clickedAtMs: firstMsOf(conversion) - 60_000,
    appId: appIds[conversion % appIds.length] ?? 0,
    offerId: offerOf(cast, conversion)?.offerId ?? 0,
    userId: userOf(conversion),
    subId: part(4, 5) === 0 ? null : `campaign-${part(8, 60)}`,
    address: `${80 + part(12, 100)}.${part(16, 256)}.${part(20, 256)}.${part(24, 256)}`,
    userAgent: agents[conversion % agents.length] ?? '',
    country: countries[part(28, countries.length)] ?? '',
    platform: conversion % 2 === 0 ? 'android' : 'ios',
  })
}

/** A network names its transaction in one form; two of three do. */
function transactionOf(conversion: number): string | null {
  const digits = digest(`transaction ${conversion}`)
  const forms = [
    `TX-${digits.slice(0, 20)}`,
    formatId(firstMsOf(conversion), Buffer.from(digits.slice(0, 20), 'hex')),
    null,
  ]
  return forms[conversion % forms.length] ?? null
}

function reportOf(cast: Cast, { word, conversion, isRepeat }: Due): PostbackReport {
  const { world } = cast
  const clickId = clickIdOf(conversion)
  const txnId = transactionOf(conversion)
  const digits = digest(`report ${conversion}`)
  const parameters = {
    click_id: clickId,
    status: word,
    payout: '1.50',
    currency: 'USD',
    ...(txnId === null ? {} : { transaction_id: txnId }),
    offer_id: String(100_000 + (conversion % 40)),
    offer_name: 'Puzzle Kingdom: Level 10 (Android, US)',
    user_id: userOf(conversion),
    ip: `93.184.${conversion % 256}.${(conversion >> 8) % 256}`,
    country: countries[conversion % countries.length] ?? '',
    event: 'level_10',
    placement: `wall_${conversion % 7}`,
    ...(conversion % 2 === 0
      ? { device_id: digits.slice(0, 32), conversion_time: '2026-11-23T10:15:32Z' }
      : {}),
    ...(conversion % 3 === 0 ? { aff_sub2: digits.slice(32, 44), source: 'wall', amount_usd: '1.5000' } : {}),
    signature: digits,
  }
  return {
    id: formatId(world.nowMs, Buffer.from(digest(`${word} ${conversion} ${isRepeat}`).slice(0, 20), 'hex')),
    networkId: offerOf(cast, conversion)?.networkId ?? 0,
    clickId,
    word,
    reportedMicros: 1_500_000,
    currency: 'USD',
    goal: '',
    txnId,
    isDryRun: false,
    receivedAtMs: world.nowMs,
    method: 'GET',
    address: `34.117.${conversion % 8}.20`,
    parameters: maskParameters(parameters),
  }
}

async function addApps(world: ConversionWorld): Promise<number[]> {
  const rows = await world.database.query<{ id: number }>(
    `insert into apps (publisher_id, name, currency_name, currency_rate_micros, currency_decimals)
     select publisher_id, 'App ' || n, 'Coins', 1000000000, 0 from apps, generate_series(1, 3) n returning id`,
    [],
  )
  return rows.map(({ id }) => id)
}

/** One endpoint an app, as most have: our own format, a template of the publisher's, and another wall's form. */
async function addEndpoints(world: ConversionWorld, appIds: readonly number[]): Promise<Endpoints> {
  const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`
  const setups = [
    { url: 'https://api.publisher-one.example/webhooks/quoin/v1/conversions' },
    {
      url: 'https://rewards.publisher-two.example/offerwall/callback.php',
      format: 'template',
      method: 'GET',
      parameters:
        'id={callback_id}&user={user_id}&sub={sub_id}&reward={reward}&payout={payout}&status={status}&offer={offer_id}&name={offer_name}&ip={user_ip}&country={country}',
    },
    {
      url: 'https://publisher-three.example/postback/quoin',
      format: 'template',
      method: 'POST form',
      parameters:
        'transaction={transaction_id}&user_id={user_id}&amount={reward}&state={status}&offer={offer_id}',
    },
  ] as const
  const stored = []
  for (const [n, setup] of setups.entries()) {
    const endpoint = await addEndpoint(world.database, { appId: appIds[n] ?? 0, ...setup })
    const currentSealed = n === 0 ? sealSecret(secret) : null
    stored.push({ ...endpoint, secrets: { ...endpoint.secrets, currentSealed } })
  }
  world.endpoints = stored
  return { ids: stored.map(({ id }) => id) }
}

let sent = 0

/** One of twenty-five receivers' answers is an error; the others thank in their own way. */
function answer(): OutgoingResult {
  sent += 1
  const latencyMs = 40 + ((sent * 37) % 300)
  const isFailing = sent % 25 === 0
  const body = isFailing
    ? '<html><head><title>502 Bad Gateway</title></head><body>nginx</body></html>'
    : sent % 3 === 0
      ? '{"status":"ok"}'
      : 'OK'
  return { kind: 'answer', status: isFailing ? 502 : 200, headers: {}, body, bodyExcerpt: body, latencyMs }
}

async function sendCallbacks(world: ConversionWorld, { ids }: Endpoints): Promise<void> {
  const ports = {
    ...world.ports,
    keyring: testKeyring,
    random: (bytes: number) => Buffer.alloc(bytes, 128),
    outgoing: { send: async () => answer(), urlProblem: () => undefined },
    log: silent,
  }
  const { jobs } = await leaseCallbacks(
    ports,
    ids.map((endpointId) => ({ endpointId, allowance })),
  )
  const attempted = []
  for (const job of jobs) attempted.push(await attemptCallback(ports, job))
  if (attempted.length > 0) await recordAttempts(ports, attempted)
}

const silent = { debug() {}, info() {}, warn() {}, error() {} }
