import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { openBeside } from '../../../../test/support/outage.ts'
import { createWorld, type GatheredLog, type World } from '../../../../test/support/world.ts'

let world: World
before(async () => {
  world = await createWorld()
})
after(() => world.close())

interface Line {
  readonly event: string
  readonly facts: Readonly<Record<string, unknown>>
}

/** Lines of the level that a server writes by default, and above. */
function linesOf(log: GatheredLog): Line[] {
  return log.lines.flatMap((line) => {
    const [, level, event = '', facts = '{}'] = /^(\w+) (.*?) (\{.*\})$/s.exec(line) ?? []
    return level === 'debug' || level === undefined ? [] : [{ event, facts: JSON.parse(facts) }]
  })
}

/** Each refused request is in the log once: with a line of its own, or in a line's count. */
function countRefused(lines: readonly Line[]): number {
  return lines.reduce((sum, { event, facts }) => {
    if (event === 'request refused') return sum + 1
    return event === 'refused requests left out of the log' ? sum + Number(facts['leftOut']) : sum
  }, 0)
}

test('5,000 requests refused in an outage are a few dozen lines, whose counts add up to 5,000', async () => {
  const { world: outage, leave } = await openBeside(world)
  leave()
  const kinds = [
    () => outage.get('/postback', { query: { click_id: 'x', secret: 'never-in-a-line' } }),
    () => outage.get('/api/v1/conversions', { headers: outage.credentials }),
    () =>
      outage.get('/api/v1/offers', { query: { userId: 'u' }, headers: { 'x-api-key': 'never-in-a-line' } }),
    () => outage.get(`/nowhere/never-in-a-line`),
  ]
  for (let round = 0; round < 50; round += 1) {
    await Promise.all(Array.from({ length: 100 }, (_, one) => kinds[one % kinds.length]?.()))
  }
  await outage.close()
  const lines = linesOf(outage.log)
  assert.equal(countRefused(lines), 5_000)
  assert.ok(lines.length < 50, `${lines.length} lines`)
  assert.ok(lines.some(({ facts }) => facts['status'] === 503))
  assert.doesNotMatch(outage.log.lines.join('\n'), /never-in-a-line/)
})
