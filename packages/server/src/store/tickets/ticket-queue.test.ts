import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { conversionStatuses } from '@quoin/core/conversions/status.ts'
import { stateOfTicket, ticketAnswers, ticketStates } from '@quoin/core/tickets/ticket.ts'
import { addTicket } from '../../../../../test/support/operator/ticket-samples.ts'
import { holdConversion } from '../../../../../test/support/operator/review-samples.ts'
import { createWorld, type World } from '../../../../../test/support/world.ts'

let world: World
before(async () => {
  world = await createWorld()
})
after(() => world.close())

const slice = { sort: 'time', isDescending: false, after: null, limit: 100 }
const all = { ticketId: null, appId: null, networkId: null, userId: null, diagnosis: null, state: null }

test('the queue filters by the state that users are told, whatever answered them', async () => {
  const { db, store } = world.ports
  const offerId = await world.addOffer()
  const conversionId = await holdConversion(world, { userId: 'ada', offerId })
  const cases = [null, ...ticketAnswers].flatMap((answer) =>
    [null, ...conversionStatuses].flatMap((status) =>
      (['late', 'rejected', 'reversed'] as const).map((diagnosis) => ({ answer, status, diagnosis })),
    ),
  )
  const id = await addTicket(world)
  for (const { answer, status, diagnosis } of cases) {
    await db.query('update conversions set status = coalesce($1, status) where id = $2', [
      status,
      conversionId,
    ])
    await db.query('update tickets set answer = $1, diagnosis = $2, conversion_id = $3 where id = $4', [
      answer,
      diagnosis,
      status === null ? null : conversionId,
      id,
    ])
    const expected = stateOfTicket({ answer, diagnosis }, status ?? undefined)
    for (const state of ticketStates) {
      const { total } = await store.ticketQueue.listTicketPage(db, { ...all, state }, slice)
      const name = `${answer}, ${status}, ${diagnosis}: ${state}`
      assert.equal(total, state === expected ? 1 : 0, name)
    }
    const { count } = await store.ticketQueue.measureWaiting(db)
    assert.equal(count, expected === 'asking' ? 1 : 0, `${answer}, ${status}, ${diagnosis}`)
  }
})

test('the longest wait comes first, and pages neither skip nor repeat a ticket', async () => {
  const { db, store } = world.ports
  await db.query('delete from tickets')
  const opened = [await addTicket(world), await addTicket(world), await addTicket(world)]
  const seen: number[] = []
  let at: readonly (string | number)[] | null = null
  do {
    const page = await store.ticketQueue.listTicketPage(db, all, { ...slice, limit: 2, after: at })
    seen.push(...page.rows.map(({ id }) => id))
    at = page.end
  } while (at !== null)
  assert.deepEqual(seen, opened)
})
