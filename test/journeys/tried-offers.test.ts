import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { createWorld, type World } from '../support/world.ts'

const headers = { authorization: 'Bearer ada' }

let world: World
before(async () => {
  world = await createWorld({
    people: { findToken: async (token) => ({ id: token, name: token, role: 'operator' }) },
  })
})
after(() => world.close())

async function tryOffer(offerId: number) {
  const answer = await world.post(`/operator/v1/offers/${offerId}/trials`, { headers })
  assert.equal(answer.statusCode, 201, answer.body)
  return answer.json().data as { click_id: string; url: string; postback_url: string; report_query: string }
}

test('an offer is tried to its conversion, and no money, cap or publisher is touched', async () => {
  const { networkId: _network, postbackUrl } = await world.addNetwork({ slug: 'tried', preset: 'everflow' })
  const offerId = await world.addOffer({ daily_cap: '1', countries: 'FR' }, 'tried')
  const trial = await tryOffer(offerId)
  assert.ok(trial.url.includes(trial.click_id))
  assert.ok(trial.postback_url.endsWith('/…'), 'the token is not told')
  const report = await world.get(`${new URL(postbackUrl).pathname}?${trial.report_query}`)
  assert.equal(report.statusCode, 200, report.body)
  const { db } = world.ports
  const rows = await db.query(
    'select status, is_test as test, app_id = $2 as own from conversions where click_id = $1',
    [trial.click_id, world.app.appId],
  )
  assert.deepEqual(rows, [{ status: 'approved', test: true, own: false }])
  assert.deepEqual(await db.query('select from ledger_entries'), [])
  const story = await world.get(`/operator/v1/clicks/${trial.click_id}/story`, { headers })
  assert.equal(story.json().data.is_test, true)
  assert.match(story.json().data.verdict.sentence, /\w/)
  const again = await tryOffer(offerId)
  assert.notEqual(again.click_id, trial.click_id, 'also once the day’s cap would be reached')
  const apps = await db.query(`select from apps where name = 'Test app'`)
  assert.equal(apps.length, 1)
})

test('an offer with goals is reported with the first of them', async () => {
  const goals = JSON.stringify([
    { goal: 'level-5', name: 'Level 5', payout: '1', revenue: '2' },
    { goal: 'level-9', name: 'Level 9', payout: '2', revenue: '4' },
  ])
  const offerId = await world.addOffer({ goals })
  const { report_query: query } = await tryOffer(offerId)
  assert.match(query, /payout=2&.*goal=level-5/)
})

test('an unknown offer is not there', async () => {
  assert.equal((await world.post('/operator/v1/offers/999999/trials', { headers })).statusCode, 404)
})
