import { createToken } from '../../../packages/server/src/features/people/operator-tokens.ts'
import { makeClaimant, makeInvitation, makeStaff } from '../people.ts'
import { type MakeSample, nothing } from './samples.ts'
import type { World } from '../world.ts'

const somebody = async (world: World) => ({ path: { personId: (await makeStaff(world)).personId } })

/** Each call is about somebody, or something, made for it. */
export const peopleSamples: Readonly<Record<string, MakeSample>> = {
  listPeople: nothing,
  changeRole: async (world) => ({ ...(await somebody(world)), body: { role: 'reviewer' } }),
  removePerson: somebody,
  endPersonSessions: somebody,
  makeResetLink: somebody,
  removeTwoFactor: somebody,
  listUnconfirmedPeople: nothing,
  confirmPerson: async (world) => ({ path: { personId: (await makeClaimant(world)).personId } }),
  deleteUnconfirmedPerson: async (world) => ({ path: { personId: (await makeClaimant(world)).personId } }),
  listInvitations: nothing,
  invitePerson: ({ ports }) => ({ body: { email: `${ports.newId()}@example.com`, role: 'analyst' } }),
  async revokeInvitation(world) {
    return { path: { invitationId: (await makeInvitation(world)).id } }
  },
  listTokens: nothing,
  createToken: ({ ports }) => ({ body: { name: ports.newId(), role: 'analyst', expiresInDays: 30 } }),
  async revokeToken({ ports }) {
    const made = await createToken(ports, { name: ports.newId(), role: 'analyst', expiresAtMs: null })
    return { path: { tokenId: made.id } }
  },
}
