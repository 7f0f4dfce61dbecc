import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import { createWorld, type World } from '../../../../../test/support/world.ts'
import type { Viewer } from './find-withheld.ts'
import { noFilters } from '@quoin/core/catalogue/query-filters.ts'
import { listOffers } from './list-offers.ts'
import { surveyOffers } from './survey-offers.ts'

let world: World
before(async () => {
  world = await createWorld()
})
after(() => world.close())

test('every offer that runs is either listed or kept away by a rule that is named, for whomever it is', async () => {
  const { ports, app } = world
  const named = new Map<number, string>()
  const rows = [
    {},
    { countries: ['DE'] },
    { platforms: ['ios'] },
    { countries: ['FR'], platforms: ['android'] },
  ]
  for (const [at, row] of [...rows, ...rows, ...rows].entries()) {
    named.set(await world.addOffer({ ...row, name: `Survey ${at}` }), `Survey ${at}`)
  }
  const known = ports.snapshots.apps().findApp(app.appId)
  assert.ok(known)
  let kept = 0
  for (const country of ['DE', 'FR', 'US'])
    for (const platform of ['ios', 'android', 'desktop'] as const)
      for (const search of [undefined, 'Survey 1']) {
        const nowSec = Math.floor(world.clock.nowMs() / 1000)
        const audience = { country, platform, nowSec, isTest: false }
        const viewer: Viewer = { app: known, userId: 'somebody', audience, address: undefined }
        const ask = (isListed: boolean) => surveyOffers(ports, viewer, { isListed, search, limit: 500 })
        const [listed, missing] = [await ask(true), await ask(false)]
        const idOf = ({ index }: { readonly index: number }) => listed.catalogue.offerAt(index).id
        const ids = [...listed.offers, ...missing.offers].map(idOf)
        const all = [...named].filter(([, name]) => name.startsWith(search ?? ''))
        assert.deepEqual(
          ids.toSorted((a, b) => a - b),
          all.map(([id]) => id),
        )
        assert.deepEqual([listed.total, missing.total], [listed.offers.length, missing.offers.length])
        for (const { whyNot } of missing.offers)
          assert.ok(whyNot && !whyNot.isPassed && whyNot.sentence !== '')
        kept += missing.offers.length
        const page = await listOffers(ports, viewer, {
          sort: 'recommended',
          limit: 500,
          offset: 0,
          ...noFilters,
          search,
          category: undefined,
        })
        assert.equal(page.total, listed.total)
      }
  assert.ok(kept > 40, `${kept} were kept away`)
})
