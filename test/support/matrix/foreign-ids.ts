import { listOwnUser } from '../../../packages/server/src/features/lists/own-user-list.ts'
import { addPromotion } from '../../../packages/server/src/features/terms/add-promotion.ts'
import { createApp } from '../../../packages/server/src/features/apps/create-app.ts'
import { createPublisherToken } from '../../../packages/server/src/features/people/publisher-tokens.ts'
import { addEndpoint } from '../callback-endpoints.ts'
import { followOffer, tell } from '../conversions.ts'
import { makeMember } from '../people.ts'
import type { World } from '../world.ts'

/** Another organisation in the same database, with data that nobody else may be shown. */
export interface Stranger {
  /** The same server, with the stranger's app in place of ours. */
  readonly world: World
  /** The stranger's value for each parameter that names something of an organisation; its user is a new one. */
  makeIds(): Promise<Readonly<Record<string, string>>>
  /** Texts that stand in the stranger's data alone. */
  readonly canaries: readonly string[]
}

/** Parameters that name something that all organisations share, or nothing that is stored. */
export const sharedIds: ReadonlySet<string> = new Set([
  ...['offerId', 'offer_id', 'offerIds', 'networkId', 'version', 'rule', 'file', 'token', 'kind'],
  ...['transactionIds'],
])

/** An id of each form that nothing has. */
const unknownIds: readonly (readonly [form: RegExp, unknown: string])[] = [
  [/^\d+$/, '9007199254740990'],
  [/^[0-9a-f]{8}-/, '0199f2c4-7a1e-7c3b-9d52-3f1e5a7b9c0d'],
]

/** An id in the form of another that nothing has; a text is another one each time. */
export function unknownLike(id: string): string {
  const unknown = unknownIds.find(([form]) => form.test(id))?.[1]
  unknownMade += unknown === undefined ? 1 : 0
  return unknown ?? `nobody${unknownMade}-knows-it`
}

let unknownMade = 0

/** Whether a parameter names something that is somebody's. */
export function namesSomething(name: string): boolean {
  return (
    /(^|[a-z_])(Ids?|_ids?)$/.test(name) || /^(app|user|publisher|click|conversion|object|ticket)$/.test(name)
  )
}

export async function plantStranger(world: World): Promise<Stranger> {
  const { ports, clock } = world
  const name = `canary-${ports.newId().slice(-12)}`
  const app = await createApp(ports, { name: `${name} app`, publisher: `${name} publisher` })
  const credentials = { 'x-api-key': app.live.apiKey, 'x-api-secret': app.live.apiSecret }
  const strange: World = { ...world, app, credentials }
  const { appId, publisherId } = app
  await addEndpoint(ports.db, { appId, url: `https://${name}.invalid/told`, mode: 'both' })
  const kept = await haveConversion(strange, name)
  const person = await makeMember(world, { publisherId, role: 'owner', email: `${name}@example.com` })
  const token = { publisherId, name: `${name} token`, role: 'owner', expiresAtMs: null } as const
  const { token: secret } = await createPublisherToken(ports, token)
  const listing = {
    appId,
    publisherId,
    userId: kept.userId,
    action: 'review',
    reason: `${name} reason`,
  } as const
  await listOwnUser(ports, { ...listing, actor: 'test' })
  const fromMs = clock.nowMs() + 1e9
  const promotion = { appId, name: `${name} promotion`, basisPoints: 20_000, fromMs, toMs: fromMs + 1_000 }
  await addPromotion(ports, { ...promotion, actor: 'test' })
  return {
    world: strange,
    makeIds: () => makeIds(strange),
    canaries: [name, kept.clickId, kept.conversionId, person.personId, secret, ...Object.values(credentials)],
  }
}

let made = 0

/** Callers send these, and may then be shown their own: their texts are no canaries. */
async function makeIds(strange: World): Promise<Readonly<Record<string, string>>> {
  made += 1
  const [appId, publisherId] = [String(strange.app.appId), String(strange.app.publisherId)]
  const had = await haveConversion(strange, `lure${made}`)
  return {
    ...had,
    user_id: had.userId,
    user: had.userId,
    click_id: had.clickId,
    appId,
    app: appId,
    publisherId,
    publisher: publisherId,
  }
}

async function haveConversion(world: World, name: string) {
  const ids = { userId: `${name}-user`, subId: `${name}-sub`, transactionId: `${name}-txn` }
  const clickId = await followOffer(world, { ...ids, offerId: await world.addOffer() })
  const query = { click_id: clickId, payout: '1.5', status: 'approved', txn_id: ids.transactionId }
  const conversionId: string = (await tell(world, { query })).json().data.conversion_id
  return { ...ids, clickId, conversionId }
}
