import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { followOffer, tell } from '../../../../../../test/support/conversions.ts'
import { addTicket } from '../../../../../../test/support/operator/ticket-samples.ts'
import { assertError } from '../../../../../../test/support/assert-answer.ts'
import { createWorld, type World } from '../../../../../../test/support/world.ts'

let world: World
before(async () => {
  world = await createWorld({
    people: {
      findSession: () => undefined,
      findToken: (token) => ({ id: token, name: token, role: 'reviewer' }),
    },
  })
})
after(() => world.close())

const headers = { authorization: 'Bearer ada' }

async function list(what: string, query: Record<string, string> = {}) {
  const answer = await world.get(`/operator/v1/${what}`, { query, headers })
  assert.equal(answer.statusCode, 200, answer.body)
  return answer.json()
}

test('clicks of all apps are listed newest first, page by page, by every filter', async () => {
  const offerId = await world.addOffer()
  const ids: string[] = []
  for (const userId of ['ann', 'ben', 'ann']) {
    ids.unshift(await followOffer(world, { offerId, userId }))
    world.clock.advance({ ms: 1_000 })
  }
  const first = await list('clicks', { offer: String(offerId), limit: '2' })
  const rest = await list('clicks', { offer: String(offerId), limit: '2', after: first.meta.next })
  const seen = [...first.data, ...rest.data].map((one: { click_id: string }) => one.click_id)
  assert.deepEqual(seen, ids)
  assert.equal(rest.meta.next, null)
  const app = String(world.app.appId)
  const many: readonly (readonly [Record<string, string>, number])[] = [
    [{ user: 'ann' }, 2],
    [{ app, user: 'ben' }, 1],
    [{ mode: 'test' }, 0],
    [{ verdict: 'bot' }, 0],
    [{ outcome: 'fallback' }, 0],
    [{ to: '1' }, 0],
  ]
  for (const [query, count] of many) {
    const { data } = await list('clicks', { offer: String(offerId), ...query })
    assert.equal(data.length, count, JSON.stringify(query))
  }
})

test('conversions are listed by status and network, with their amounts as exact text', async () => {
  const offerId = await world.addOffer({ payout: '0.70', revenue: '1.00' })
  const clickId = await followOffer(world, { offerId, userId: 'cleo' })
  const query = { click_id: clickId, payout: '1.00', status: 'approved' }
  assert.equal((await tell(world, { query })).statusCode, 200)
  const { data } = await list('conversions', { offer: String(offerId), status: 'approved' })
  assert.equal(data.length, 1)
  const [{ click_id, user_id, status, revenue, payout, network_id }] = data
  assert.deepEqual([click_id, user_id, status, revenue, payout], [clickId, 'cleo', 'approved', '1', '0.7'])
  assert.equal((await list('conversions', { network: network_id, offer: String(offerId) })).data.length, 1)
  assert.equal((await list('conversions', { network: '999999' })).data.length, 0)
  assert.equal((await list('conversions', { status: 'rejected', offer: String(offerId) })).data.length, 0)
})

test('a place in the list that no page gave is refused', async () => {
  const answer = await world.get('/operator/v1/clicks', { query: { after: 'nonsense' }, headers })
  assertError(answer, 400, 'INVALID_REQUEST')
})

test('a ticket is answered over HTTP, the list says so, and the audit log who did it', async () => {
  const older = await addTicket(world, 'dora')
  const newer = await addTicket(world, 'emil')
  const page = await list('tickets', { limit: '1' })
  assert.deepEqual([page.data[0].id, page.data[0].state], [`${older}`, 'asking'], 'the longest wait is first')
  assert.equal((await list('tickets', { after: page.meta.next })).data[0].id, `${newer}`)
  const body = { answer: 'refused', because: 'No order of this day.' }
  const answer = await world.post(`/operator/v1/tickets/${older}/answer`, { body, headers })
  assert.equal(answer.statusCode, 200, answer.body)
  const { data } = await list('tickets')
  const told = data.find(({ id }: { id: string }) => id === String(older))
  assert.deepEqual([told.state, told.because], ['refused', 'No order of this day.'])
  const [row] = await world.ports.store.audit.listAudit(world.ports.db, { limit: 1 })
  assert.deepEqual(
    [row?.action, row?.object, row?.actor],
    ['ticket.answered', `ticket:${older}`, 'token:ada'],
  )
})
