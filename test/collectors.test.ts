import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { updateApp } from '../packages/server/src/features/apps/update-app.ts'
import { chromiumMissing, type Collected, collect } from './support/collectors.ts'
import { createWorld } from './support/world.ts'

const windows =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36'

interface Assessed {
  readonly risk_score: number
  readonly reasons: readonly { readonly code: string }[]
  readonly fingerprint_data?: { readonly kept: readonly string[]; readonly dropped: readonly string[] }
}

describe('a fingerprint by FingerprintJS or ThumbmarkJS in a real Chromium', {
  skip: chromiumMissing,
}, async () => {
  if (chromiumMissing !== false) return
  const world = await createWorld()
  after(() => world.close())
  await updateApp(world.ports, world.app.appId, { explainsRisk: true })
  const collected = await collect()
  let users = 0

  async function assess(data: unknown, userAgent?: string): Promise<Assessed> {
    users += 1
    const body = {
      fingerprint_hash: `hash-${users}`,
      user_id: `user-${users}`,
      fingerprint_data: data,
      userAgent,
    }
    const response = await world.post('/api/v1/fingerprint?explain=1', { body, headers: world.credentials })
    assert.equal(response.statusCode, 200, response.body)
    return response.json().data
  }

  const codesOf = ({ reasons }: Assessed) => reasons.map(({ code }) => code)
  const { fingerprintJs, thumbmarkJs, userAgent }: Collected = collected

  test('is taken as it comes, its components or the whole result, and what is dropped is told', async () => {
    assert.ok(JSON.stringify(fingerprintJs.components).length > 16 * 1024, 'larger than what is kept')
    for (const data of [fingerprintJs.components, fingerprintJs]) {
      const { fingerprint_data: told } = await assess(data)
      const ends = (name: string) => (path: string) => path === name || path === `components.${name}`
      assert.ok(told?.kept.some(ends('platform')) && told?.kept.some(ends('screenResolution')))
      assert.ok(told?.dropped.some(ends('canvas')) && told?.dropped.some(ends('plugins')))
    }
    for (const data of [thumbmarkJs.components, thumbmarkJs]) await assess(data)
  })

  test('stays within the bounds of what is kept', async () => {
    await assess(fingerprintJs.components)
    const rows = await world.ports.db.query<{ size: number }>(
      'select max(length(data::text)) as size from devices',
      [],
    )
    assert.ok((rows[0]?.size ?? 0) > 10 && (rows[0]?.size ?? 0) <= 16 * 1024, JSON.stringify(rows))
  })

  test('scores alike by both libraries: as itself, and claimed as Windows', async () => {
    const linux = userAgent.replace('Headless', '')
    const own = (components: Record<string, unknown>): Record<string, unknown> =>
      JSON.parse(JSON.stringify(components).replaceAll('HeadlessChrome', 'Chrome'))
    const [fp, tm] = [own(fingerprintJs.components), own(thumbmarkJs.components)]
    const logOdds = ({ risk_score: score }: Assessed) => Math.log(score / (100 - score))
    const honest = Math.max(logOdds(await assess(fp, linux)), logOdds(await assess(tm, linux)))
    for (const agent of [linux, windows, userAgent]) {
      const [one, other] = [await assess(fp, agent), await assess(tm, agent)]
      const difference = Math.abs(logOdds(one) - logOdds(other))
      // ThumbmarkJS does not tell which renderer Chromium has: one weak sign less where that is software.
      assert.ok(difference <= 0.5, `${agent}: ${JSON.stringify([one, other])}`)
      const isLie = agent === windows
      for (const assessed of [one, other]) {
        assert.equal(codesOf(assessed).includes('platform_mismatch'), isLie, agent)
        // The score is a probability, and its figures are those of the last fit; the lie is a strong sign in each.
        if (isLie) assert.ok(logOdds(assessed) - honest >= 1.5, JSON.stringify(assessed))
      }
    }
  })
})
