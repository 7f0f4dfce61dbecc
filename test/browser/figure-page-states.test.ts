import { describe, test } from 'node:test'
import { chromiumMissing } from '../support/collectors.ts'
import { assertStates, openPageScene } from '../support/operator/page-scene.ts'

const pages = [
  '/ops/statistics',
  '/ops/statistics?by=country',
  '/ops/money',
  '/ops/money?tab=ledger',
  '/ops/money?tab=holds',
  '/ops/money?tab=settlements',
  '/ops/money?tab=margins',
  '/ops/money?tab=promotions',
  '/ops/money?tab=rates',
  '/ops/risk',
  '/ops/risk?tab=weights',
  '/ops/risk?tab=signals',
  '/ops/lists',
  '/ops/alerts',
  '/ops/alerts?tab=history',
  '/ops/alerts?tab=channels',
  '/ops/alerts?tab=rules',
  '/ops/system',
  '/ops/system?tab=jobs',
  '/ops/system?tab=settings',
  '/ops/audit',
  '/ops/team',
  '/ops/tokens',
]

describe('the pages of figures and of the platform while they wait and when they fail', {
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
})
