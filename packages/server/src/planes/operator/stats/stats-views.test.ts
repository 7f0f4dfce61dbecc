import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { assertError, assertSuccess } from '../../../../../../test/support/assert-answer.ts'
import { createWorld, type World } from '../../../../../../test/support/world.ts'

const roles = { ada: 'reviewer', bob: 'reviewer', otto: 'operator' } as const

let world: World
before(async () => {
  world = await createWorld({
    people: {
      findToken: (token) => {
        const role = Object.entries(roles).find(([name]) => name === token)?.[1]
        return role && { id: token, name: token, role }
      },
    },
  })
})
after(() => world.close())

const path = '/operator/v1/stats/views'
const as = (name: keyof typeof roles) => ({ authorization: `Bearer ${name}` })

interface View {
  readonly id: string
  readonly name: string
  readonly search: string
  readonly is_own: boolean
}

async function list(name: keyof typeof roles) {
  return assertSuccess<readonly View[]>(await world.get(path, { headers: as(name) }))
}

async function save(name: keyof typeof roles, body: object): Promise<string> {
  return assertSuccess<{ id: string }>(await world.post(path, { headers: as(name), body }), 201).id
}

test('a view is its maker’s, one of the team is everybody’s, and the same name is replaced', async () => {
  const own = await save('ada', { name: 'Losing', search: 'by=offer' })
  await save('ada', { name: 'Countries', search: 'by=country', isShared: true })
  assert.equal(await save('ada', { name: 'Losing', search: 'by=offer&within=subId' }), own)
  const seen = (views: readonly View[]) => views.map(({ name, search, is_own }) => [name, search, is_own])
  assert.deepEqual(seen(await list('ada')), [
    ['Losing', 'by=offer&within=subId', true],
    ['Countries', 'by=country', true],
  ])
  assert.deepEqual(seen(await list('bob')), [['Countries', 'by=country', false]])
  const rows = await world.ports.db.query<{ action: string; actor: string }>(
    `select action, actor from audit_log where object = 'stats_view:${own}' order by id`,
  )
  assert.deepEqual(
    rows,
    Array.from({ length: 2 }, () => ({ action: 'stats_view.saved', actor: 'token:ada' })),
  )
})

test('only its maker deletes a view of their own, and everybody who saves one of the team', async () => {
  const own = await save('ada', { name: 'Mine', search: '' })
  const shared = await save('ada', { name: 'Ours', search: '', isShared: true })
  const remove = (name: keyof typeof roles, id: string) =>
    world.call({ method: 'DELETE', path: `${path}/${id}`, headers: as(name) })
  for (const [name, id] of [
    ['bob', own],
    ['otto', own],
  ] as const)
    assert.equal((await remove(name, id)).statusCode, 404)
  assertSuccess(await remove('bob', shared))
  assertSuccess(await remove('ada', own))
  assert.equal((await remove('ada', own)).statusCode, 404)
})

test('nobody saves more than fifty views', async () => {
  for (let nth = 0; nth < 50; nth += 1) await save('bob', { name: `View ${nth}`, search: '' })
  const more = await world.post(path, { headers: as('bob'), body: { name: 'One more', search: '' } })
  assertError(more, 400, 'INVALID_REQUEST')
  await save('bob', { name: 'View 7', search: 'by=app' })
})
