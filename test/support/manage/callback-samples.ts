import { callbackSamples as operators } from '../operator/callback-samples.ts'
import { type MakeSample, nothing, type OperatorSample } from '../operator/samples.ts'
import type { World } from '../world.ts'

/** The sample of the operator's operation that does the same. */
async function as(id: string, world: World): Promise<OperatorSample> {
  return (await operators[id]?.(world)) ?? {}
}

const ofEndpoint: MakeSample = async (world) => await as('getCallbackEndpoint', world)
const ofCallback: MakeSample = async (world) => await as('replayCallback', world)
const ofApp = ({ app }: World) => ({ path: { appId: String(app.appId) } })
const choices = { url: 'https://publisher.invalid/told', name: 'own' }

export const callbackSamples: Readonly<Record<string, MakeSample>> = {
  listMyCallbackEndpoints: (world) => ({ ...ofApp(world), query: { mode: 'live' } }),
  getMyCallbackEndpoint: ofEndpoint,
  setMyCallbackEndpoint: (world) => ({ ...ofApp(world), body: choices }),
  rotateMyCallbackSecret: ofEndpoint,
  enableMyCallbackEndpoint: async (world) => await as('enableCallbackEndpoint', world),
  disableMyCallbackEndpoint: ofEndpoint,
  removeMyCallbackEndpoint: ofEndpoint,
  getMyCallbackFormats: nothing,
  testMyCallback: ofEndpoint,
  previewMyCallback: (world) => ({ ...ofApp(world), body: { ...choices, name: 'planned' } }),
  showMySignature: ofEndpoint,
  checkMySignature: async (world) => ({
    ...(await ofEndpoint(world)),
    body: { at: 1_795_344_151, signature: 'v1,bm90aGluZw==' },
  }),
  listMyCallbacks: ofEndpoint,
  listMyCallbackAttempts: ofCallback,
  replayMyCallback: ofCallback,
  replayMyCallbacks: async (world) => ({ ...(await ofEndpoint(world)), body: { state: 'dead' } }),
}
