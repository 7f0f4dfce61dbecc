import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { followOffer, tell } from '../support/conversions.ts'
import { createWorld } from '../support/world.ts'

const world = await createWorld()
after(() => world.close())

/** Words in the order in which a network says them, and what becomes of the conversion with each; `=`: a duplicate. */
const stories: readonly [preset: string, ...story: string[]][] = [
  ['keitaro', 'sale approved', 'rejected reversed', 'rejected =reversed', 'lead =reversed'],
  ['keitaro', 'rejected rejected', 'rejected =rejected', 'sale approved', 'rejected reversed'],
  ['keitaro', 'lead pending', 'rejected rejected'],
  ['keitaro', 'lead pending', 'sale approved', 'lead =approved', 'Rejected reversed'],
  ['keitaro', 'registration pending', 'deposit approved', 'registration =approved', 'trash reversed'],
  ['keitaro', 'rebill approved', 'sale =approved', 'rejected reversed'],
  ['keitaro', 'upsell approved'],
  ['keitaro', 'trash rejected', 'trash =rejected'],
  ['affise', '2 pending', '1 approved', '3 reversed', '3 =reversed'],
  ['affise', '5 pending', '3 rejected', '3 =rejected'],
  ['affise', 'approved approved', 'declined reversed'],
  ['adgate', 'pending pending', 'approved approved', 'rejected reversed'],
  ['adgate', 'rejected rejected', 'approved approved'],
  ['adgate', 'pending pending', 'rejected rejected'],
  ['wannads', '1 approved', '2 reversed'],
  ['wannads', 'credited approved', 'rejected reversed'],
  ['cpx', '1 approved', '2 reversed', '2 =reversed'],
  ['monlix', '1 approved', '2 reversed'],
  ['lootably', '1 approved', '0 reversed', '0 =reversed'],
  ['mylead', 'pending pending', 'pre_approved =pending', 'approved approved'],
  ['mylead', 'pre_approved pending', 'rejected rejected'],
  ['tune', 'approved approved'],
  ['everflow', 'approved approved'],
  ['scaleo', 'pending pending', 'approved approved'],
  ['generic', 'sale approved', 'rejected refused', 'reversed reversed'],
]

for (const [index, [preset, ...story]] of stories.entries()) {
  test(`${preset}: ${story.join(', ')}`, async () => {
    const slug = `story-${index}`
    const { postbackUrl } = await world.addNetwork({ slug, preset, proof: 'token' })
    const path = new URL(postbackUrl).pathname
    const offerId = await world.addOffer({ payout: '1.00', revenue: '1.50' }, slug)
    const click_id = await followOffer(world, { offerId, userId: `user-${index}` })
    for (const [place, step] of story.entries()) {
      const [status = '', outcome = ''] = step.split(' ')
      const query = { click_id, payout: '1.50', status, txn_id: 'T-1' }
      const { statusCode, body } = await tell(world, { path, query })
      assert.equal(statusCode, outcome === 'refused' ? 400 : 200, `${place}: ${step}: ${body}`)
      if (outcome === 'refused') continue
      const [row] = await world.ports.db.query<{ status: string; events: number }>(
        `select status, (select count(*)::int from conversion_events e where e.conversion_id = c.id) as events
         from conversions c where click_id = $1`,
        [click_id],
      )
      const news = story.slice(0, place + 1).filter((one) => !/ =| refused/.test(one)).length
      assert.deepEqual(row, { status: outcome.replace('=', ''), events: news }, `${place}: ${step}`)
    }
  })
}
