import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { leaseMs } from '@quoin/core/sources/source.ts'
import { createSource } from '../../packages/server/src/features/sources/change-source.ts'
import { applyWaiting } from '../../packages/server/src/features/sources/decide-run.ts'
import { runSource } from '../../packages/server/src/features/sources/run-source.ts'
import { importRates } from '../../packages/server/src/features/terms/import-rates.ts'
import { startAffise } from '../support/feed-servers/affise.ts'
import { startCake } from '../support/feed-servers/cake.ts'
import { startEverflow } from '../support/feed-servers/everflow.ts'
import type { FeedServer } from '../support/feed-servers/feed-server.ts'
import type { FeedTrouble } from '../support/feed-servers/feed-trouble.ts'
import { startLootably } from '../support/feed-servers/lootably.ts'
import { manyOffers } from '../support/feed-servers/many-offers.ts'
import { startTune } from '../support/feed-servers/tune.ts'
import { createWorld, type World } from '../support/world.ts'

const kinds = {
  tune: { start: startTune, settings: { network_id: 'demo' } },
  everflow: { start: startEverflow, settings: {} },
  affise: { start: startAffise, settings: {} },
  cake: { start: startCake, settings: { affiliate_id: '77' } },
  lootably: { start: startLootably, settings: { placement_id: 'placement-1' } },
} as const
type KindName = keyof typeof kinds

let world: World
before(async () => {
  world = await createWorld({ environment: { OUTGOING_ALLOW: '127.0.0.0/8' } })
  await rate('EUR', '1.08')
  await rate('AED', '0.27')
})
after(() => world.close())

async function rate(currency: string, usd: string): Promise<void> {
  const day = new Date(world.clock.nowMs()).toISOString().slice(0, 10)
  const entries = (async function* () {
    yield { line: 1, row: { currency, day, usd } }
  })()
  await importRates(world.ports, { entries, actor: 'test' })
}

interface Scene {
  readonly server: FeedServer
  readonly sourceId: number
}

let made = 0

async function openScene(kind: KindName, count: number): Promise<Scene> {
  made += 1
  const slug = `${kind}-${made}`
  const { start, settings } = kinds[kind]
  const server = await start({ offers: manyOffers(count, made) })
  await world.addNetwork({ slug, preset: kind })
  const sourceId = await createSource(world.ports, {
    ...{ networkSlug: slug, kind, key: server.key },
    settings: { ...settings, api_host: server.origin },
  })
  const { runId, state, message } = await run({ server, sourceId })
  assert.equal(state, 'waiting', message ?? '')
  await applyWaiting(world.ports, { runId, actor: 'test' })
  return { server, sourceId }
}

async function run({ sourceId }: Scene) {
  const { store, db, newId } = world.ports
  const lease = newId()
  const source = await store.sources.takeSource(db, { id: sourceId, lease, leaseMs })
  assert.ok(source)
  const stopping = new AbortController().signal
  const patience = { retrySec: 0, betweenMs: 0, restFactor: 0 }
  return await runSource(
    { ...world.ports, log: world.log },
    { source, lease, actor: 'test', stopping, patience },
  )
}

async function stored({ sourceId }: Scene): Promise<unknown> {
  return await world.ports.db.query(
    `select o.external_id, o.name, o.status, o.payout_micros, o.revenue_micros, o.prices, o.countries, o.destination_url,
       (select count(*) from offer_goals g where g.offer_id = o.id and not g.is_retired) as goals
     from offers o join sources s on s.network_id = o.network_id where s.id = $1 order by o.external_id`,
    [sourceId],
  )
}

const troubles: readonly (readonly [title: string, trouble: FeedTrouble, ends: RegExp])[] = [
  ['a login page with status 200', { isLoginPage: true }, /^failed (no_feed|key_refused)$/],
  ['a body that is cut', { cutBody: 'length' }, /^failed network_failed$/],
  ['a chunked body that is cut', { cutBody: 'chunked' }, /^failed network_failed$/],
  ['a body that is cut and looks whole', { cutBody: 'silent' }, /^failed (no_feed|network_failed)$/],
  ['a content-length that says more', { lengthOff: 10 }, /^failed network_failed$/],
  ['a content-length that says less', { lengthOff: -10 }, /^failed (no_feed|network_failed)$/],
  ['a failure of the network', { failsFromPage: 0 }, /^failed network_failed$/],
  ['an answer without offers', { goneShare: 1 }, /^failed (empty|no_feed)$/],
  ['half of the offers', { goneShare: 0.5 }, /^(applied|same|waiting)/],
  ['a key that is refused', { isKeyRefused: true }, /^failed key_refused$/],
  ['a redirect to an address inside', { redirectTo: 'http://169.254.169.254/latest/' }, /^failed/],
  [
    'a rate limit that does not end',
    { rateLimit: { answers: 9, retryAfterSec: 3_600 } },
    /^failed rate_limited$/,
  ],
]

for (const kind of Object.keys(kinds) as KindName[]) {
  describe(`a source of ${kind}`, () => {
    test(`${kind}: two runs of the same feed are one`, async () => {
      const scene = await openScene(kind, 60)
      const before = await stored(scene)
      const again = await run(scene)
      assert.deepEqual(
        [again.state, again.counts.changed, again.counts.new],
        ['same', 0, 0],
        JSON.stringify(again),
      )
      assert.deepEqual(await stored(scene), before)
      await scene.server.close()
    })

    test(`${kind}: every trouble of a network leaves its offers as they were, tells no key, and is over with it`, async () => {
      const scene = await openScene(kind, 40)
      const before = await stored(scene)
      for (const [title, trouble, ends] of troubles) {
        scene.server.trouble = trouble
        const { state, cause, message } = await run(scene)
        assert.match(`${state} ${cause ?? ''}`.trim(), ends, `${kind}: ${title}: ${message}`)
        assert.deepEqual(await stored(scene), before, `${kind}: ${title}`)
        assert.doesNotMatch(message ?? '', new RegExp(scene.server.key))
      }
      scene.server.trouble = {}
      assert.equal((await run(scene)).state, 'same')
      assert.doesNotMatch(world.log.lines.join('\n'), new RegExp(scene.server.key))
      await scene.server.close()
    })

    test(`${kind}: hostile names and links, a mark of byte order, gzip and an echoed key do no harm`, async () => {
      const scene = await openScene(kind, 40)
      scene.server.trouble = {
        ...{ hasByteOrderMark: true, isPacked: true, isKeyEchoed: true },
        // NUL makes XML none.
        hostileNames: ['script', 'long', 'rightToLeft', ...(kind === 'cake' ? [] : (['nul'] as const))],
      }
      const named = await run(scene)
      assert.notEqual(named.state, 'failed', named.message ?? '')
      scene.server.trouble = { hasPrivateLinks: true }
      const linked = await run(scene)
      assert.notEqual(linked.state, 'failed', linked.message ?? '')
      const kept = await world.ports.db.query(
        'select fed, reasons, changes from source_run_offers where run_id = any($1::bigint[])',
        [[named.runId, linked.runId]],
      )
      assert.doesNotMatch(JSON.stringify([kept, await stored(scene)]), new RegExp(scene.server.key))
      await scene.server.close()
    })
  })
}
