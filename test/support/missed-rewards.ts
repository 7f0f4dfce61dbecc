import assert from 'node:assert/strict'
import { callbackSecretPurpose } from '@quoin/core/callbacks/endpoint.ts'
import type { DiagnosisCode } from '@quoin/core/tickets/diagnose-reward.ts'
import { createApp } from '../../packages/server/src/features/apps/create-app.ts'
import { updateApp } from '../../packages/server/src/features/apps/update-app.ts'
import { setHold } from '../../packages/server/src/features/catalogue/set-hold.ts'
import { openSession } from '../../packages/server/src/features/credentials/open-session.ts'
import { makeClickPartitions } from '../../packages/server/src/jobs/keep-click-partitions.ts'
import { CallbackSender } from '../../packages/server/src/jobs/send-callbacks.ts'
import { addEndpoint } from './callback-endpoints.ts'
import { answer, type Behaviour, openReceiver } from './callback-receiver.ts'
import { type Followed, followOffer, tell } from './conversions.ts'
import type { OfferRow, World } from './world.ts'

/** A user who misses a reward, after what happened to it. */
export interface MissedReward {
  readonly userId: string
  readonly apiKey: string
  readonly appName: string
  readonly offerName: string
  /** The moments that a page may name. */
  readonly startedAtMs: number
  readonly lastAtMs: number
  readonly callbackId: string | undefined
}

type Make = (world: World, start: Start) => Promise<Partial<MissedReward> | undefined>

/** A user before their start of an offer. */
interface Start {
  readonly userId: string
  readonly appId: number
  readonly apiKey: string
  readonly offerName: string
  follow(row?: OfferRow, more?: Partial<Followed>): Promise<{ clickId: string; offerId: number }>
  /** Starts the offer, and the network says what became of it. */
  report(...statuses: readonly string[]): Promise<string>
}

/** How each diagnosis comes to be: by links, reports, callbacks and time alone. */
const makers: Readonly<Record<DiagnosisCode, Make>> = {
  never_started: async (world, { offerName }) => void (await world.addOffer({ name: offerName })),
  unavailable: async (world, { apiKey, userId, offerName: name }) => {
    const fallback_url = 'https://offers.example/else'
    const offerId = await world.addOffer({ name, countries: 'US', fallback_url })
    const query = { offerId: String(offerId), apiKey, userId }
    const german = await world.get('/track', { query, address: '141.20.1.31' })
    assert.equal(german.headers.location, fallback_url)
  },
  young: async (world, start) => {
    await start.follow()
    await wait(world, { seconds: 7_200 })
  },
  late: async (world, start) => {
    await start.follow()
    await wait(world, { days: 8 })
  },
  ended: async (world, start) => {
    await start.follow()
    await wait(world, { days: 38 })
  },
  too_old: async (world, start) => {
    const goals = [{ goal: 'castle', name: 'Reach castle 16', payout: '1', revenue: '2', deadline: '90d' }]
    await start.follow({ goals })
    await wait(world, { days: 61 })
  },
  pending: async (_world, start) => void (await start.report('pending')),
  asked: async (world, start) => {
    const { clickId } = await start.follow()
    await wait(world, { days: 8 })
    const asked = await world.call({
      method: 'POST',
      path: '/wall/missing',
      query: { session: sessionOf(world, start), story: `${clickId}.` },
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: 'note=I+did+it',
    })
    assert.match(String(asked.headers.location), /outcome=sent/)
  },
  held: async (world, start) => {
    const { clickId } = await start.follow({}, { userAgent: 'curl/8.5.0' })
    await say(world, clickId, 'approved')
  },
  released_later: async (world, start) => {
    const { clickId, offerId } = await start.follow()
    await setHold(world.ports, { offerId, holdDays: 3, actor: 'ops' })
    await say(world, clickId, 'approved')
  },
  rejected: async (_world, start) => void (await start.report('rejected')),
  reversed: async (_world, start) => void (await start.report('approved', 'reversed')),
  told: (world, start) => reportTo(world, start, { behaviour: answer(200) }),
  untold: async (_world, start) => void (await start.report('approved')),
  failing: (world, start) => reportTo(world, start, { behaviour: answer(503) }),
  unheard: (world, start) => reportTo(world, start, { behaviour: answer(200, 'ERROR no such user') }),
}

/** Makes a user whose reward has a diagnosis, in an app of their own. */
export async function missReward(world: World, code: DiagnosisCode, who = ''): Promise<MissedReward> {
  const userId = `user of ${code}${who}`
  const offerName = `Offer of ${code.replaceAll('_', ' ')}`
  const appName = 'Pixelhaven'
  const { appId, live } = await createApp(world.ports, {
    name: appName,
    publisher: `Publisher of ${code}${who}`,
    currencyName: 'Coin',
    currencyPlural: 'Coins',
    currencyRate: 1_000_000_000,
    currencyDecimals: 0,
  })
  // The browser of the test is a tool, and what it told of itself would hold rewards.
  await updateApp({ ...world.ports, actor: 'test' }, appId, { wallCollect: 'off' })
  const { apiKey } = live
  const startedAtMs = world.clock.nowMs()
  const start: Start = {
    userId,
    appId,
    apiKey,
    offerName,
    async follow(row = {}, more = {}) {
      const offerId = await world.addOffer({ name: offerName, payout: '2.40', ...row })
      return { offerId, clickId: await followOffer(world, { offerId, userId, apiKey, ...more }) }
    },
    async report(...statuses) {
      const { clickId } = await start.follow()
      await wait(world, { seconds: 2_000 })
      for (const status of statuses) await say(world, clickId, status)
      return clickId
    },
  }
  const made = await makers[code](world, start)
  const lastAtMs = world.clock.nowMs()
  return { userId, apiKey, appName, offerName, startedAtMs, lastAtMs, callbackId: undefined, ...made }
}

export function sessionOf(world: World, { apiKey, userId }: Pick<MissedReward, 'apiKey' | 'userId'>): string {
  return openSession(world.ports, { apiKey, userId }).token
}

/** Lets time pass, and makes the partitions that starts after it need. */
export async function wait(world: World, time: { seconds?: number; days?: number }): Promise<void> {
  world.clock.advance(time)
  await makeClickPartitions(world.ports)
}

async function say(world: World, click_id: string, status: string): Promise<void> {
  const told = await tell(world, { query: { click_id, payout: '3', status } })
  assert.equal(told.statusCode, 200, told.body)
}

/** A reward that the advertiser approves, told once to an endpoint of the app. */
async function reportTo(
  world: World,
  start: Start,
  { behaviour }: { readonly behaviour: Behaviour },
): Promise<Partial<MissedReward>> {
  const { db, store, keyring, snapshots } = world.ports
  const receiver = await openReceiver(behaviour)
  const sender = new CallbackSender(world.ports)
  try {
    const endpoint = await addEndpoint(db, { appId: start.appId, url: receiver.url })
    const sealed = keyring.seal(callbackSecretPurpose, `whsec_${Buffer.alloc(32, 7).toString('base64')}`)
    await store.callbackEndpoints.updateEndpointSecret(db, endpoint.id, { sealed, previousUntilMs: 0 })
    await snapshots.refresh('apps')
    await start.report('approved')
    await sender.sweep()
    await sender.settled()
    assert.equal(receiver.received.length, 1)
    return { callbackId: receiver.received[0]?.id }
  } finally {
    await sender.stop()
    await receiver.close()
  }
}
