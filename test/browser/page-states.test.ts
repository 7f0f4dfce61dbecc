import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { takeComplaints } from '../support/browser.ts'
import { chromiumMissing } from '../support/collectors.ts'
import { assertStates, openPageScene, refuse } from '../support/operator/page-scene.ts'

const pages = [
  '/ops',
  '/ops/review',
  '/ops/review?open=CONVERSION',
  '/ops/tickets',
  '/ops/conversions',
  '/ops/offers/edit?status=active&start=pause',
  '/t/CLICK?do=answer',
  '/ops/offers',
  '/ops/offers/new',
  '/ops/offers/OFFER',
  '/ops/offers/OFFER/edit',
  '/ops/networks',
  '/ops/networks/NETWORK',
  '/ops/sources',
  '/ops/sources/new',
  '/ops/sources/SOURCE',
  '/ops/sources/SOURCE/runs/RUN',
  '/ops/publishers',
  '/ops/publishers/PUBLISHER',
  '/ops/apps',
  '/ops/apps/APP',
  '/ops/callbacks',
  '/ops/callbacks/ENDPOINT',
  '/ops/users/APP/ada',
  '/t/CLICK',
]

/** Pages that ask for nothing before somebody does something. */
const silentPages = ['/ops/offers/import', '/ops/search', '/ops/publishers/PUBLISHER/view']

describe('the pages of offers, publishers and users while they wait and when they fail', {
  skip: chromiumMissing,
}, async () => {
  if (chromiumMissing !== false) return
  const scene = await openPageScene()

  for (const [index, path] of pages.entries()) {
    const width = index % 2 === 0 ? 1280 : 390
    test(`${path} says that it loads, what failed, and tries again, at ${width} px`, async () => {
      await assertStates(scene, path, width)
    })
  }

  for (const path of silentPages)
    test(`${path} stands without any answer`, async () => {
      const page = await scene.open(path, 1280, refuse)
      await page.getByRole('heading', { level: 1 }).waitFor()
      assert.equal(await page.getByRole('main').getByRole('alert').count(), 0)
      takeComplaints(page)
    })

  test('a server that cannot be reached is told in words', async () => {
    const page = await scene.open('/ops/networks', 1280, (route) => route.abort())
    await page.getByText('The server did not answer.', { exact: false }).waitFor()
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByText('Brightpath').waitFor()
  })
})
