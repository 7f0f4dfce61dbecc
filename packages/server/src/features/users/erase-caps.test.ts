import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import { dayOf } from '@quoin/core/time/calendar-day.ts'
import { capKey } from '@quoin/core/conversions/caps.ts'
import { followOffer, tell } from '../../../../../test/support/conversions.ts'
import { createWorld, type World } from '../../../../../test/support/world.ts'
import { removeCap } from '../caps/remove-cap.ts'
import { setCap } from '../caps/set-cap.ts'
import { eraseUser } from './erase-user.ts'

let world: World
before(async () => {
  world = await createWorld()
})
after(() => world.close())

async function erase(userId: string): Promise<string> {
  const { appId } = world.app
  return (await eraseUser(world.ports, { appId, userId, isTestOnly: false, actor: 'test' })).token
}

async function earn(userId: string, offerId: number): Promise<void> {
  const clickId = await followOffer(world, { offerId, userId })
  const told = await tell(world, { query: { click_id: clickId, payout: '1.5', status: 'approved' } })
  assert.equal(told.statusCode, 200, told.body)
}

const none = { networkId: null, offerId: null, appId: null, userId: null, isPerUser: false, actor: 'test' }

test('only the erased user begins caps anew, whatever ids others have', async () => {
  const offerId = await world.addOffer({ repeatable: 'yes' })
  const { appId } = world.app
  const perUser = { ...none, offerId, isPerUser: true, count: 5 }
  const caps = [
    await setCap(world.ports, { ...perUser, period: 'total' }),
    await setCap(world.ports, { ...perUser, period: 'daily' }),
  ]
  const firstDay = dayOf(world.clock.nowMs())
  // Their ids end as the counter's key of the erased user does, have its marks in them, or differ by case.
  const others = [`b:user:${appId}:x`, `:user:${appId}:x`, 'X', '%', '_', `x:user:${appId}:`, 'xx']
  for (const user of ['x', ...others]) await earn(user, offerId)
  world.clock.advance({ days: 2 })
  const secondDay = dayOf(world.clock.nowMs())
  for (const user of ['x', ...others]) await earn(user, offerId)

  const countersOf = async (userId: string) => {
    const days = [firstDay, secondDay]
    const keys = caps.flatMap((cap) => days.map((day) => capKey(cap, { appId, userId }, day)))
    return (await world.ports.store.capCounters.listCounters(world.ports.db, keys)).size
  }
  assert.equal(await countersOf('x'), 3)
  await erase('x')
  assert.equal(await countersOf('x'), 0)
  for (const user of others) assert.equal(await countersOf(user), 3, user)
})

test('the audit log of caps names the token in place of an erased user, also of caps that are gone', async () => {
  const { appId } = world.app
  const named = { ...none, appId, userId: 'capped', period: 'total', count: 9 } as const
  await removeCap(world.ports, { id: (await setCap(world.ports, named)).id, actor: 'test' })
  await setCap(world.ports, named)
  await setCap(world.ports, { ...named, userId: 'another' })
  const token = await erase('capped')
  const rows = await world.ports.db.query<{ user: string }>(
    `select details ->> 'userId' as user from audit_log
     where action in ('cap.set', 'cap.removed') and details ->> 'userId' is not null order by id`,
  )
  assert.deepEqual(
    rows.map(({ user }) => user),
    [token, token, token, 'another'],
  )
})
