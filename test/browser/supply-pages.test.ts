import { describe, test } from 'node:test'
import { assertSeenWell } from '../support/browser.ts'
import { chromiumMissing } from '../support/collectors.ts'
import { openSupplyScene } from '../support/supply-scene.ts'

describe('the pages of offers and networks', { skip: chromiumMissing }, async () => {
  if (chromiumMissing !== false) return
  const { browser, networkId, farm } = await openSupplyScene()

  for (const [path, sight] of [
    ['/offers', 'Bubble Farm'],
    [`/offers/${farm}`, 'Terms'],
    [`/offers/${farm}?tab=audience`, 'One person’s test'],
    [`/offers/${farm}?tab=limits`, 'No cap is set here'],
    [`/offers/${farm}?tab=history`, 'Nothing has been changed yet'],
    ['/offers/import', 'The file'],
    ['/networks', 'Brightpath'],
    [`/networks/${networkId}`, 'How it fares'],
    [`/networks/${networkId}?tab=address`, 'What would happen to it'],
    [`/networks/${networkId}?tab=words`, 'Rules'],
    [`/networks/${networkId}?tab=log`, 'Nothing has come from it yet'],
  ] as const) {
    test(`${path} keeps nobody out, at both widths and in both schemes`, async () => {
      const page = await browser.visit(`/dashboard/ops${path}`)
      await page.getByText(sight, { exact: true }).first().waitFor()
      await assertSeenWell(page)
    })
  }
})
