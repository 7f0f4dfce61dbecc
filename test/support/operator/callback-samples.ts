import { setEndpoint } from '../../../packages/server/src/features/callbacks/endpoints/set-endpoint.ts'
import { followOffer, tell } from '../conversions.ts'
import type { World } from '../world.ts'
import { type MakeSample, nothing } from './samples.ts'

let made = 0

async function addOne({ ports, app }: World): Promise<{ path: { endpointId: string } }> {
  made += 1
  const choices = { url: 'https://publisher.invalid/callback' }
  const setup = { appId: app.appId, name: `sample-${made}`, choices, actor: 'test' }
  const { endpointId } = await setEndpoint(ports, setup)
  return { path: { endpointId: String(endpointId) } }
}

async function addCallback(world: World): Promise<{ path: { callbackId: string } }> {
  const { path } = await addOne(world)
  const clickId = await followOffer(world, { offerId: await world.addOffer(), userId: `called-${made}` })
  await tell(world, { query: { click_id: clickId, payout: '1', status: 'approved' } })
  const [row] = await world.ports.db.query<{ id: string }>(
    'select id from callbacks where endpoint_id = $1',
    [Number(path.endpointId)],
  )
  if (row === undefined) throw new Error('no callback was owed')
  return { path: { callbackId: row.id } }
}

export const callbackSamples: Readonly<Record<string, MakeSample>> = {
  listCallbackEndpoints: nothing,
  getCallbackEndpoint: addOne,
  listCallbacks: addOne,
  listCallbackAttempts: addCallback,
  replayCallback: addCallback,
  replayCallbacks: async (world) => ({ ...(await addOne(world)), body: { state: 'dead' } }),
  testCallbackEndpoint: addOne,
  previewCallbackSignature: addOne,
  disableCallbackEndpoint: addOne,
  listCallbackFormats: nothing,
  setCallbackEndpoint: ({ app }) => ({
    path: { appId: String(app.appId) },
    body: { name: 'matrix', url: 'https://publisher.invalid/callback', events: ['conversion.approved'] },
  }),
  removeCallbackEndpoint: addOne,
  rotateCallbackSecret: addOne,
  async enableCallbackEndpoint(world) {
    const sample = await addOne(world)
    await world.ports.store.callbackEndpoints.disableEndpoint(
      world.ports.db,
      Number(sample.path.endpointId),
      {
        reason: 'gone',
        nowMs: world.clock.nowMs(),
      },
    )
    return sample
  },
}
