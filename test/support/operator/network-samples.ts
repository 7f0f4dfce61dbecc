import type { World } from '../world.ts'
import { type MakeSample, nothing } from './samples.ts'

async function network(world: World): Promise<{ networkId: string }> {
  const slug = `net-${world.ports.newId().slice(-12)}`
  return { networkId: String((await world.addNetwork({ slug })).networkId) }
}

const ofNetwork: MakeSample = async (world) => ({ path: await network(world) })

/** Networks and what they sent. */
export const networkSamples: Readonly<Record<string, MakeSample>> = {
  listNetworks: nothing,
  listNetworkPresets: nothing,
  getNetwork: ofNetwork,
  createNetwork: ({ ports }) => ({ body: { slug: `n-${ports.newId()}`, name: 'Sample' } }),
  updateNetwork: async (world) => ({ path: await network(world), body: { name: 'Renamed', reply: null } }),
  rotateNetworkToken: ofNetwork,
  listPostbacks: ofNetwork,
  replayPostbacks: ({ ports }) => ({ body: { ids: [ports.newId()] } }),
  replayNetwork: async (world) => ({ path: await network(world), body: { from: 0 } }),
  readSampleCalls: async (world) => ({
    path: await network(world),
    body: { text: 'https://old.example/pb?sub1=x&sum=1.80&state=approved' },
  }),
}
