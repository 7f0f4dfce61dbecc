import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { confirmClaim } from '../../packages/server/src/features/conversions/confirm-claim.ts'
import { refuseClaim } from '../../packages/server/src/features/conversions/refuse-claim.ts'
import { openSession } from '../../packages/server/src/features/credentials/open-session.ts'
import { answerTicket } from '../../packages/server/src/features/tickets/answer-ticket.ts'
import { followOffer, tell } from '../support/conversions.ts'
import { createWorld, type World } from '../support/world.ts'

/* A reward that is missed, and what happens to it, its ticket and its user meanwhile. */

let world: World
let beside: World
const json = { accept: 'application/json' }
before(async () => {
  world = await createWorld({ environment: { RATE_LIMIT_PER_MINUTE: '1000000' } })
  beside = await createWorld({ beside: world })
})
after(async () => {
  await beside.close()
  await world.close()
})

interface Story {
  readonly key: string
  readonly code: string
  readonly state: string
  readonly mayAsk: boolean
  readonly because: string | null
  readonly reference: string | null
  readonly ticket: { readonly id: number; readonly state: string } | null
}

const sessionOf = (userId: string, ttlSec?: number): string =>
  openSession(world.ports, { apiKey: world.app.live.apiKey, userId, ttlSec }).token

async function missing(userId: string, story?: string): Promise<{ stories: Story[]; chosen: Story | null }> {
  const query = { session: sessionOf(userId), ...(story === undefined ? {} : { story }) }
  const answer = await world.get('/wall/missing', { query, headers: json })
  assert.equal(answer.statusCode, 200, answer.body)
  return answer.json().data.page
}

async function ask(userId: string, story: string, at = world): Promise<string> {
  const answer = await at.call({
    method: 'POST',
    path: '/wall/missing',
    query: { session: sessionOf(userId), story },
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: 'note=I+did+it',
  })
  assert.equal(answer.statusCode, 303, answer.body)
  return new URL(String(answer.headers.location), 'http://x').searchParams.get('outcome') ?? ''
}

const report = (click_id: string, status: string, more: Record<string, string> = {}, at = world) =>
  tell(at, { query: { click_id, payout: '1.5', status, ...more } })

async function only(userId: string): Promise<Story> {
  const { stories } = await missing(userId)
  assert.equal(stories.length, 1, JSON.stringify(stories))
  const [story] = stories
  assert.ok(story)
  return story
}

async function conversionsOf(
  userId: string,
): Promise<readonly { id: string; status: string; reason: string | null }[]> {
  return await world.ports.db.query(
    'select id, status, reason from conversions where user_id = $1 order by id',
    [userId],
  )
}

/** A start that nobody has reported for two days. */
async function late(userId: string): Promise<{ clickId: string; key: string; offerId: number }> {
  const offerId = await world.addOffer()
  await beside.ports.snapshots.refresh('catalogue')
  const clickId = await followOffer(world, { offerId, userId })
  world.clock.advance({ days: 8 })
  const story = await only(userId)
  assert.equal(story.code, 'late')
  return { clickId, key: story.key, offerId }
}

test('a ticket that is refused for its limit has made no claim', async () => {
  const offers = await world.addOffers(Array.from({ length: 13 }, () => ({})))
  await beside.ports.snapshots.refresh('catalogue')
  for (const offerId of offers) await followOffer(world, { offerId, userId: 'lim' })
  world.clock.advance({ days: 8 })
  const { stories } = await missing('lim')
  const outcomes = await Promise.all(stories.map(({ key }, at) => ask('lim', key, at % 2 ? beside : world)))
  assert.deepEqual(outcomes.toSorted(), [...Array(3).fill('limit'), ...Array(10).fill('sent')])
  assert.equal((await conversionsOf('lim')).length, 10)
})

test('the address of a start leads to its story after it was claimed, and after it was reported', async () => {
  const { clickId, key } = await late('adr')
  assert.equal(await ask('adr', key), 'sent')
  assert.equal((await missing('adr', key)).chosen?.code, 'asked')
  await report(clickId, 'approved')
  assert.equal((await missing('adr', key)).chosen?.code, 'untold')
})

test('a claim that is confirmed while the late report arrives is paid once, and the ticket says so', async () => {
  for (const txn of [{}, { txn_id: 'L1' }]) {
    const userId = `race ${JSON.stringify(txn)}`
    const { clickId, key } = await late(userId)
    await ask(userId, key)
    const [claim] = await conversionsOf(userId)
    await Promise.allSettled([
      confirmClaim(beside.ports, { conversionId: claim?.id ?? '', actor: 'ops' }),
      report(clickId, 'approved', txn),
      report(clickId, 'approved', txn, beside),
    ])
    assert.deepEqual(
      (await conversionsOf(userId)).map(({ status }) => status),
      ['approved'],
    )
    assert.equal((await only(userId)).ticket?.state, 'credited')
  }
})

test('a reward that came by its ticket and was taken back is not asked for any more, and may be asked about', async () => {
  const { clickId, key } = await late('tak')
  await ask('tak', key)
  await report(clickId, 'approved')
  await report(clickId, 'reversed')
  const taken = await only('tak')
  assert.deepEqual([taken.code, taken.ticket?.state, taken.mayAsk], ['reversed', 'refused', true])
  assert.equal(await ask('tak', taken.key), 'sent')
  const asked = await only('tak')
  assert.deepEqual([asked.ticket?.state, asked.mayAsk], ['asking', false])
  assert.equal(await ask('tak', asked.key), 'limit')
})

test('a ticket that a person has answered with no is followed by one with new proof, and by no third', async () => {
  const offerId = await world.addOffer()
  await report(await followOffer(world, { offerId, userId: 'noo' }), 'rejected')
  const { key } = await only('noo')
  const sayNo = async () => {
    const { ticket } = await only('noo')
    const no = { answer: 'refused', because: 'No.', actor: 'ops' } as const
    await answerTicket(world.ports, { ticketId: ticket?.id ?? 0, ...no })
    const answered = await only('noo')
    return [answered.ticket?.state, answered.mayAsk]
  }
  await ask('noo', key)
  assert.deepEqual(await sayNo(), ['refused', true])
  assert.equal(await ask('noo', key), 'sent')
  assert.equal(await ask('noo', key), 'limit')
  assert.deepEqual(await sayNo(), ['refused', false])
  assert.equal(await ask('noo', key), 'limit')
})

test('whoever rejected a reward is who the story names', async () => {
  const capped = await world.addOffer({ total_cap: '1' })
  const [first, second] = [
    await followOffer(world, { offerId: capped, userId: 'early' }),
    await followOffer(world, { offerId: capped, userId: 'cap' }),
  ]
  await report(first, 'approved')
  await report(second, 'approved')
  const story = await only('cap')
  assert.deepEqual([story.code, story.because], ['rejected', 'cap'])

  const { key } = await late('ref')
  await ask('ref', key)
  const [claim] = await conversionsOf('ref')
  await refuseClaim(world.ports, { conversionId: claim?.id ?? '', actor: 'ops' })
  const refused = await only('ref')
  assert.deepEqual([refused.because, refused.ticket?.state, refused.mayAsk], ['refused', 'refused', true])

  const offerId = await world.addOffer()
  await report(await followOffer(world, { offerId, userId: 'adv' }), 'rejected')
  assert.equal((await only('adv')).because, null)
})

test('a start that led elsewhere says so, until the offer was to be had', async () => {
  const offerId = await world.addOffer({ countries: 'US', fallback_url: 'https://offers.example/else' })
  const link = { offerId: String(offerId), apiKey: world.app.live.apiKey, userId: 'els' }
  const phone = 'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 Chrome/141.0.0.0 Mobile Safari/537.36'
  const follow = (address: string) =>
    world.get('/track', { query: link, headers: { 'user-agent': phone }, address })
  assert.equal((await follow('141.20.1.31')).statusCode, 302)
  const story = await only('els')
  assert.deepEqual([story.code, story.state, story.mayAsk], ['unavailable', 'ended', false])
  await follow('8.8.8.8')
  assert.equal((await only('els')).code, 'young')
})

test('an erased user leaves no address that waits for a phone', async () => {
  const offerId = await world.addOffer({ platforms: 'android' })
  const desktop = { ...json, 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Chrome/130.0.0.0 Safari/537.36' }
  const query = { session: sessionOf('gone') }
  const offer = await world.get(`/wall/offers/${offerId}`, { query, headers: desktop })
  const { url } = offer.json().data.page.code
  const erased = await world.call({
    method: 'DELETE',
    path: '/api/v1/users/gone',
    headers: world.credentials,
  })
  assert.equal(erased.statusCode, 200, erased.body)
  assert.equal((await world.get(new URL(url).pathname, { headers: json })).statusCode, 404)
})

test('a session is not prolonged by handing it on', async () => {
  const offerId = await world.addOffer({ platforms: 'android' })
  const desktop = { ...json, 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Chrome/130.0.0.0 Safari/537.36' }
  const codeOf = async (session: string) => {
    const answer = await world.get(`/wall/offers/${offerId}`, { query: { session }, headers: desktop })
    return answer.statusCode === 200 ? answer.json().data.page.code : answer.statusCode
  }
  const path = new URL((await codeOf(sessionOf('han'))).url).pathname
  const taken = await world.call({ method: 'POST', path, headers: json })
  const handed = new URL(String(taken.headers.location), 'http://x').searchParams.get('session') ?? ''
  assert.equal(await codeOf(handed), null)
  world.clock.advance({ seconds: 3_601 })
  assert.equal(await codeOf(handed), 401)
})

test('a claim without a click has no ticket, whatever became of it', async () => {
  const body = { userId: 'nocl', offerId: await world.addOffer() }
  const made = await world.post('/v1/conversions', { body, headers: world.credentials })
  await refuseClaim(world.ports, { conversionId: made.json().data.conversion_id, actor: 'ops' })
  const story = await only('nocl')
  assert.deepEqual([story.code, story.mayAsk], ['rejected', false])
  assert.equal(await ask('nocl', story.key), 'not_now')
})
