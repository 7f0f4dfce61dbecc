import { addPromotion } from '../../../packages/server/src/features/terms/add-promotion.ts'
import { createPublisherToken } from '../../../packages/server/src/features/people/publisher-tokens.ts'
import { rotateSecret } from '../../../packages/server/src/features/apps/rotate-credential.ts'
import { type MakeSample, nothing } from '../operator/samples.ts'
import { invitePerson } from '../../../packages/server/src/features/people/invite-person.ts'
import { makeMember } from '../people.ts'
import type { World } from '../world.ts'
import { callbackSamples } from './callback-samples.ts'
import { historySamples } from './history-samples.ts'

let spans = 0

/** An hour to come that no other sample has. */
function nextSpan({ clock }: World) {
  spans += 1
  const from = Math.floor(clock.nowMs() / 1000) + spans * 7_200
  return { from, to: from + 3_600 }
}

const ownApp = ({ app }: World) => ({ path: { appId: String(app.appId) } })

/** An analyst of the publisher, made for the call; there is an owner, too. */
async function somebody(world: World) {
  const { publisherId } = world.app
  await makeMember(world, { publisherId, role: 'owner' })
  return { path: { personId: (await makeMember(world, { publisherId, role: 'analyst' })).personId } }
}

/** By the id of each operation of the management API: how it is called. The matrix fails for one that is missing here. */
export const manageSamples: Readonly<Record<string, MakeSample>> = {
  ...historySamples,
  ...callbackSamples,
  getMyStats: (world) => ({
    ...ownApp(world),
    query: { from: '2026-11-01', to: '2026-11-02', groupBy: 'offer' },
  }),
  getMyBalance: nothing,
  getMyStatement: () => ({ query: { month: '2026-11' } }),
  listMyStatements: nothing,
  exportMyStatement: () => ({ query: { month: '2026-11' } }),
  getMySession: nothing,
  listMyApps: nothing,
  getMyApp: ownApp,
  updateMyApp: (world) => ({ ...ownApp(world), body: { currencyName: 'Gem', fallbackUrl: null } }),
  createMyApp: ({ ports }) => ({ body: { name: ports.newId(), currencyName: 'Gem', currencyRate: '100' } }),
  listMyPromotions: ownApp,
  addMyPromotion: (world) => ({
    ...ownApp(world),
    body: { basisPoints: 20_000, ...nextSpan(world) },
  }),
  async endMyPromotion(world) {
    const { from, to } = nextSpan(world)
    const span = { fromMs: from * 1000, toMs: to * 1000, basisPoints: 20_000, name: 'Matrix' }
    const { appId } = world.app
    const added = await addPromotion(world.ports, { ...span, appId, actor: 'test' })
    return { path: { appId: String(appId), promotionId: String(added.id) } }
  },
  getMyStart: ownApp,
  openMySession: (world) => ({ ...ownApp(world), body: { mode: 'test', userId: 'matrix' } }),
  listMyPeople: nothing,
  changeMyRole: async (world) => ({ ...(await somebody(world)), body: { role: 'developer' } }),
  removeMyPerson: somebody,
  listMyInvitations: nothing,
  inviteMyPerson: ({ ports }) => ({ body: { email: `${ports.newId()}@example.com`, role: 'analyst' } }),
  async revokeMyInvitation({ ports, app: { publisherId } }) {
    const guest = { email: `${ports.newId()}@example.com`, role: 'analyst', isByOperator: false } as const
    return { path: { invitationId: (await invitePerson(ports, { ...guest, publisherId })).id } }
  },
  listMyCredentials: (world) => ({ ...ownApp(world), query: { mode: 'test' } }),
  rotateMyCredential: (world) => ({
    ...ownApp(world),
    body: { kind: 'secret', mode: 'test', overlapSec: 3_600 },
  }),
  async endMyCredential({ ports, app }) {
    const { appId } = app
    const { id } = await rotateSecret(ports, { appId, mode: 'test', overlapSec: 60 })
    return { path: { appId: String(appId), kind: 'secret', credentialId: String(id) } }
  },
  getMyLinkKey: ownApp,
  rotateMyLinkKey: ownApp,
  listMyTokens: nothing,
  createMyToken: ({ ports }) => ({ body: { name: ports.newId(), role: 'analyst', expiresInDays: 30 } }),
  async revokeMyToken({ ports, app: { publisherId } }) {
    const token = { publisherId, name: ports.newId(), role: 'analyst', expiresAtMs: null } as const
    return { path: { tokenId: (await createPublisherToken(ports, token)).id } }
  },
}
