import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { updateApp } from '../../packages/server/src/features/apps/update-app.ts'
import { assertQuiet } from '../support/browser.ts'
import { chromiumMissing } from '../support/collectors.ts'
import { readPage } from '../support/doc-blocks.ts'
import { until } from '../support/eventually.ts'
import { createWallWorld, openOther } from '../support/wall-world.ts'

/** The names of the facts that docs/what-is-collected.md says are sent. */
const factRows = readPage('docs/what-is-collected.md').match(/^\| `.*(yes|off).*\|$/gm) ?? []
const namesIn = (rows: readonly string[]) =>
  rows.flatMap((row) => [...(row.split('|')[1] ?? '').matchAll(/`(\w+)`/g)].map(([, name = '']) => name))
const documented = {
  minimal: namesIn(factRows.filter((row) => row.split('|')[3]?.trim() === 'yes')),
  full: namesIn(factRows),
}

describe('the loader and the collector', { skip: chromiumMissing }, async () => {
  if (chromiumMissing !== false) return
  let body = ''
  const site = await openOther(() => ({ type: 'text/html', body }), 'localhost')
  const world = await createWallWorld({ app: { allowedOrigins: [site.origin] } })
  await world.addOffers([{ name: 'Fernlock Keeper' }])
  after(async () => {
    await world.close()
    await site.close()
  })

  test('two lines put the wall on a page whose policy allows one script and one frame', async () => {
    const policy = `default-src 'none'; script-src ${world.base}; frame-src ${world.base}`
    body =
      `<!doctype html><meta http-equiv="content-security-policy" content="${policy}"><link rel="icon" href="${world.base}/none"><title>Site</title>
<script src="${world.base}/sdk.js" defer></script>
<div data-quoin-wall data-session="${world.sessionOf('ada')}"></div>`.replace(/<link[^>]*>/, '')
    const page = await world.visit(site.origin)
    await page.frameLocator('iframe').getByRole('link', { name: 'Fernlock Keeper' }).waitFor()
    const names = await page.evaluate<string[]>('Object.keys(Quoin)')
    assert.deepEqual(names, ['mountWall', 'openWall', 'offers', 'sendImpressions', 'submitFingerprint'])
    // The frame has room from the beginning, and never less.
    const height = await page.evaluate<number>(`document.querySelector('iframe').offsetHeight`)
    assert.ok(height >= 800)
    assert.equal((await page.context().cookies()).length, 0)
  })

  for (const collect of ['minimal', 'full', 'off'] as const)
    test(`a wall that may collect ${collect} submits by itself ${collect === 'off' ? 'nothing' : 'what that means'}`, async () => {
      await updateApp({ ...world.ports, actor: 'test' }, world.app.appId, { wallCollect: collect })
      const asked: string[] = []
      const page = await world.visit('/livez')
      page.on('request', (request) => {
        if (request.url().endsWith('/api/v1/fingerprint')) asked.push(request.postData() ?? '')
      })
      await page.goto(`/wall?session=${world.sessionOf(`user-${collect}`)}`)
      if (collect === 'off') {
        await page.getByRole('link', { name: 'Fernlock Keeper' }).waitFor()
        // The work of an idle page comes before work that is asked of it later.
        await page.evaluate(
          'new Promise((done) => requestIdleCallback(() => setTimeout(done, 500), { timeout: 3_000 }))',
        )
        assert.deepEqual(asked, [])
        return
      }
      await until(() => asked.length > 0, 'it is submitted')
      const { user_id, fingerprint_hash, fingerprint_data: data } = JSON.parse(asked[0] ?? '{}')
      assert.equal(user_id, `user-${collect}`)
      assert.match(fingerprint_hash, /^[\da-f]{32}$/)
      assert.equal(data.timezone, 'Europe/Berlin')
      assert.equal('resolution' in data, collect === 'full')
      const undocumented = Object.keys(data).filter((name) => !documented[collect].includes(name))
      assert.deepEqual(undocumented, [], 'docs/what-is-collected.md')
      const users = () =>
        world.ports.db.query<{ n: number }>('select count(*)::int as n from device_users', [])
      await until(async () => ((await users())[0]?.n ?? 0) > 0, 'the device is known')
      assertQuiet(page)
    })
})
