import { createPublisher } from '../../../packages/server/src/features/publishers/create-publisher.ts'
import { decideOnPublisher } from '../../../packages/server/src/features/publishers/change-publisher.ts'
import type { World } from '../world.ts'
import { type MakeSample, nothing } from './samples.ts'

let made = 0

const aPublisher = async ({ ports }: World) => {
  made += 1
  const publisherId = await createPublisher(ports, { name: `Sample ${made}`, status: 'waiting' })
  return { path: { publisherId: String(publisherId) } }
}

/** Each call is about a publisher that was made for it. */
export const publisherSamples: Readonly<Record<string, MakeSample>> = {
  listPublishers: nothing,
  getPublisher: aPublisher,
  getPublisherMoney: aPublisher,
  createPublisher({ ports }) {
    return { body: { name: `New ${ports.newId()}`, approved: true } }
  },
  async updatePublisher(world) {
    return { ...(await aPublisher(world)), body: { name: `Other ${world.ports.newId()}` } }
  },
  approvePublisher: aPublisher,
  suspendPublisher: async (world) => ({ ...(await aPublisher(world)), body: { reason: 'A test.' } }),
  async resumePublisher(world) {
    const sample = await aPublisher(world)
    const publisherId = Number(sample.path.publisherId)
    await decideOnPublisher(world.ports, { publisherId, decision: 'suspend' })
    return sample
  },
}
