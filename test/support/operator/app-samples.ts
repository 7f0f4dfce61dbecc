import { createApp } from '../../../packages/server/src/features/apps/create-app.ts'
import { rotateSecret } from '../../../packages/server/src/features/apps/rotate-credential.ts'
import type { World } from '../world.ts'
import { type MakeSample, nothing } from './samples.ts'

const anApp = async ({ ports }: World) => {
  const made = await createApp(ports, { name: 'Of the matrix', publisher: 'Of the matrix' })
  return { path: { appId: String(made.appId) } }
}

/** Each call is about an app that was made for it. */
export const appSamples: Readonly<Record<string, MakeSample>> = {
  listApps: nothing,
  getApp: anApp,
  createApp: () => ({ body: { name: 'New', publisher: 'Of the matrix', currencyRate: '1000' } }),
  updateApp: async (world) => ({
    ...(await anApp(world)),
    body: {
      status: 'suspended',
      fallbackUrl: null,
      allowedOrigins: ['https://games.example'],
      fraudShare: 0.025,
      wallProof: 'signed',
      wallAccent: '#3F63E4',
      wallLogoUrl: null,
    },
  }),
  rotateCredential: async (world) => ({
    ...(await anApp(world)),
    body: { kind: 'secret', mode: 'live', overlapSec: 3_600 },
  }),
  async revokeCredential(world) {
    const { ports } = world
    const { path } = await anApp(world)
    const rotation = { appId: Number(path.appId), mode: 'test', overlapSec: 0 } as const
    const { id } = await rotateSecret(ports, rotation)
    return { path: { kind: 'secret', credentialId: String(id) } }
  },
  previewCurrency: () => ({ query: { rate: '1000', decimals: '0', rounding: 'floor' } }),
  getLinkKey: anApp,
  rotateLinkKey: anApp,
  acceptSecret: nothing,
}
