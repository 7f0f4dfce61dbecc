import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { followOffer, tell } from '../../../../../test/support/conversions.ts'
import { until } from '../../../../../test/support/eventually.ts'
import { createWorld, type World } from '../../../../../test/support/world.ts'
import { addListEntry } from '../lists/add-list-entry.ts'
import { listClicks } from '../history/list-clicks.ts'
import { listConversions } from '../history/list-conversions.ts'
import { listStoredOffers } from '../catalogue/list-stored-offers.ts'
import { showUser } from './show-user.ts'

let world: World
before(async () => {
  world = await createWorld()
})
after(() => world.close())

const storyOf = (userId: string) =>
  showUser(world.ports, { appId: world.app.appId, userId, isTest: false, limit: 20 })

test('a user whose postback was refused: the story says what the network was told', async () => {
  const offerId = await world.addOffer({ payout: '1', revenue: '2' })
  const clickId = await followOffer(world, { offerId, userId: 'refused' })
  await tell(world, { query: { click_id: clickId, payout: '2', status: 'sold' } })
  await until(async () => (await storyOf('refused')).postbacks.length === 1, 'the refusal is logged')
  const { answers, postbacks, conversions } = await storyOf('refused')
  assert.equal(conversions.items.length, 0)
  assert.match(
    postbacks[0]?.message ?? '',
    /^The postback has invalid parameters: status\. status must be one of /,
  )
  assert.match(answers[0] ?? '', /^Postback \S+ of click \S+ was refused: .*status must be one of/)
})

test('a blocked user, a click that fell back, and a conversion that is held each have their sentence', async () => {
  const offerId = await world.addOffer({ payout: '1', revenue: '2' })
  const userId = 'many-reasons'
  const clickId = await followOffer(world, { offerId, userId })
  await tell(world, { query: { click_id: clickId, payout: '2', status: 'pending' } })
  const { appId } = world.app
  await addListEntry(world.ports, {
    action: 'review',
    kind: 'user',
    value: userId,
    appId,
    reason: 'ring 7',
    actor: 'dana',
    expiresAtMs: undefined,
  })
  const { answers, clicks, conversions, lists } = await storyOf(userId)
  assert.deepEqual([clicks.items.length, conversions.items.length, lists.length], [1, 1, 1])
  assert.match(answers.join('\n'), /The user is on the review list, entry \d+ \(ring 7\)\./)
  assert.match(answers.join('\n'), /Conversion \S+ is pending: the network said so\./)
})

test('a click that no network reported is told as such; of nobody known there is no story', async () => {
  const offerId = await world.addOffer()
  await followOffer(world, { offerId, userId: 'silent' })
  assert.deepEqual((await storyOf('silent')).answers, ['No network has reported any of these clicks.'])
  await assert.rejects(storyOf('nobody'), /Nothing is known of user "nobody"/)
  const unknownApp = { appId: 999_999, userId: 'silent', isTest: false, limit: 1 }
  await assert.rejects(showUser(world.ports, unknownApp), /There is no app 999999/)
})

test('lists of clicks and conversions page to the end without a row twice or left out', async () => {
  const offerId = await world.addOffer({ payout: '1', revenue: '2', repeatable: 'true' })
  const clickIds: string[] = []
  for (let at = 0; at < 5; at += 1) {
    world.clock.advance({ seconds: 1 })
    const clickId = await followOffer(world, { offerId, userId: `pager-${at % 2}` })
    clickIds.unshift(clickId)
    await tell(world, { query: { click_id: clickId, payout: '2', status: 'approved' } })
  }
  const walk = async (
    list: (before?: string) => Promise<{ items: readonly { id: string }[]; next: string | null }>,
  ) => {
    const ids: string[] = []
    let before: string | undefined
    for (let pages = 0; pages < 9; pages += 1) {
      const page = await list(before)
      ids.push(...page.items.map(({ id }) => id))
      if (page.next === null) return ids
      before = page.next
    }
    return assert.fail('the list has no end')
  }
  const ofOffer = { offerId, limit: 2 }
  assert.deepEqual(await walk((before) => listClicks(world.ports, { ...ofOffer, before })), clickIds)
  assert.equal((await walk((before) => listConversions(world.ports, { ...ofOffer, before }))).length, 5)
  const { appId } = world.app
  const own = { appId, userId: 'pager-0', offerId, limit: 2 }
  assert.equal((await walk((before) => listClicks(world.ports, { ...own, before }))).length, 3)
})

test('filters of clicks and conversions keep what they name and nothing else', async () => {
  const offerId = await world.addOffer({ payout: '1', revenue: '2' })
  for (const [userId, status] of [
    ['f-1', 'approved'],
    ['f-2', 'rejected'],
  ] as const) {
    const clickId = await followOffer(world, { offerId, userId })
    await tell(world, { query: { click_id: clickId, payout: '2', status } })
  }
  const users = async (filter: object) =>
    (await listConversions(world.ports, { offerId, limit: 9, ...filter })).items.map(({ userId }) => userId)
  assert.deepEqual(await users({ status: 'rejected' }), ['f-2'])
  assert.deepEqual(await users({ userId: 'f-1' }), ['f-1'])
  assert.deepEqual((await users({ networkSlug: 'demo' })).sort(), ['f-1', 'f-2'])
  assert.deepEqual(await users({ isTest: true }), [])
  assert.deepEqual(await users({ toMs: 1 }), [])
  await assert.rejects(users({ networkSlug: 'nope' }), /There is no network "nope"/)
  await assert.rejects(users({ before: 'x' }), /before/)
})

test('stored offers are found by a part of their name, by country and by platform', async () => {
  const shown = { name: 'Zebra % Quest', countries: 'DE', platforms: 'android' }
  const offerId = await world.addOffer(shown)
  const everywhere = await world.addOffer({ name: 'Zebra Anywhere' })
  const find = async (filter: object) => {
    const none = {
      networkSlug: null,
      status: null,
      namePart: null,
      country: null,
      platform: null,
      afterId: 0,
    }
    const offers = await listStoredOffers(world.ports, { ...none, limit: 100, ...filter })
    return offers.map(({ id }) => id).filter((id) => id === offerId || id === everywhere)
  }
  assert.deepEqual(await find({ namePart: 'zebra' }), [offerId, everywhere])
  assert.deepEqual(await find({ namePart: 'a % q' }), [offerId])
  assert.deepEqual(await find({ namePart: 'Zebra', country: 'FR' }), [everywhere])
  assert.deepEqual(await find({ namePart: 'Zebra', platform: 'ios' }), [everywhere])
})
