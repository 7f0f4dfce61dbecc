import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { approvedFacts, reversedFacts } from '../../../../../../test/support/callbacks.ts'
import { createWorld } from '../../../../../../test/support/world.ts'
import { buildCallbackRequest } from '../requests/build-request.ts'
import { getEndpoint } from './change-endpoint.ts'
import { setEndpoint } from './set-endpoint.ts'

const world = await createWorld()
after(() => world.close())

test('an endpoint that an older version set up keeps the ids and the amounts that its receiver knows', async () => {
  // As that version wrote it: it knew no column for the form of ids.
  const [row] = await world.ports.db.query<{ id: number }>(
    `insert into callback_endpoints (app_id, name, mode, format, url, method, events, ok_body, failure_body,
       reversal_style, amounts)
     values ($1, 'old', 'live', 'wannads', 'https://old.example/cb', 'GET',
       array['conversion.approved', 'conversion.reversed'], 'OK*|DUP*', 'ERROR*|0', 'new_id_with_reference',
       'absolute')
     returning id`,
    [world.app.appId],
  )
  const choices = { events: ['conversion.approved', 'conversion.reversed'] } as const
  const again = { appId: world.app.appId, name: 'old', choices, actor: 'test' }
  const { endpointId, reversals } = await setEndpoint(world.ports, again)
  assert.equal(endpointId, row?.id)
  assert.deepEqual([reversals.amounts, reversals.transactionIdLength.credit], ['absolute', 36])
  const endpoint = await getEndpoint(world.ports, endpointId)
  const read = (facts: typeof approvedFacts) => {
    const built = buildCallbackRequest(world.ports, { facts, endpoint, sentAtMs: 0 })
    assert.ok(built.kind === 'request', JSON.stringify(built))
    return new URL(built.request.url).searchParams
  }
  assert.equal(read(approvedFacts).get('transId'), approvedFacts.conversionId)
  assert.equal(read(reversedFacts).get('reward'), '125.5')
})
