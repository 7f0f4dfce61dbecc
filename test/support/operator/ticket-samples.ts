import { followOffer } from '../conversions.ts'
import type { World } from '../world.ts'
import { type MakeSample, nothing } from './samples.ts'

let made = 0

/** A question of a user about a click that nobody has reported. */
export async function addTicket(world: World, userId?: string): Promise<number> {
  made += 1
  const { db, store } = world.ports
  const offerId = await world.addOffer()
  const asking = userId ?? `asking-${made}`
  const clickId = await followOffer(world, { offerId, userId: asking })
  return await store.tickets.insertTicket(db, {
    appId: world.app.appId,
    userId: asking,
    isTest: false,
    clickId,
    offerId,
    goal: '',
    conversionId: null,
    diagnosis: 'late',
    note: 'It never came.',
    receipt: '',
    createdAtMs: world.clock.nowMs(),
  })
}

export const ticketSamples: Readonly<Record<string, MakeSample>> = {
  listTickets: nothing,
  answerTicket: async (world) => ({
    path: { ticketId: String(await addTicket(world)) },
    body: { answer: 'refused', because: 'The advertiser found no order of this day.' },
  }),
}
