import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { endpointEventTypes } from '@quoin/core/callbacks/facts.ts'
import { setEndpoint } from '../../packages/server/src/features/callbacks/endpoints/set-endpoint.ts'
import { pauseOffer } from '../../packages/server/src/features/catalogue/pause-offer.ts'
import { type CallbackReceiver, openReceiver } from '../support/callback-receiver.ts'
import { diceOf } from '../support/dice.ts'
import { until } from '../support/eventually.ts'
import { listAll, type ToldChange, userMacro } from '../support/offer-follower.ts'
import { type ServerProcess, startServerProcess } from '../support/server-process.ts'
import { createWorld, masterSecret, type World } from '../support/world.ts'

const offersMax = 60
const rounds = process.env['FAULTS'] === 'long' ? 20 : 2
const editsOfRound = 6

let world: World
let receiver: CallbackReceiver
const servers: ServerProcess[] = []
before(async () => {
  world = await createWorld({ environment: { OUTGOING_ALLOW: '127.0.0.0/8' }, nowMs: Date.now() })
  receiver = await openReceiver()
  for (let number = 0; number < 2; number += 1) servers.push(await start())
})
after(async () => {
  await Promise.all(servers.map((server) => server.stop('SIGKILL')))
  await receiver.close()
  await world.close()
})

const start = () =>
  startServerProcess({
    environment: {
      DATABASE_URL: world.database.url,
      QUOIN_SECRET: masterSecret,
      OUTGOING_ALLOW: '127.0.0.0/8',
      RATE_LIMIT_PER_MINUTE: '1000000',
    },
  })

interface Page {
  readonly data: readonly ToldChange[]
  readonly meta: { readonly next_cursor: string; readonly has_more: boolean }
}

/** A publisher's software, over HTTP: each page by another process, whichever is there. */
class Follower {
  readonly copy = new Map<number, ToldChange['offer']>()
  told = 0
  #cursor: string | undefined
  #turn = 0

  /** Whether nothing more is there now. */
  async ask(): Promise<boolean> {
    this.#turn += 1
    const query = new URLSearchParams({
      userMacro,
      limit: '9',
      ...(this.#cursor && { cursor: this.#cursor }),
    })
    const url = `${servers[this.#turn % servers.length]?.url}/api/v1/offers/changes?${query}`
    const response = await fetch(url, { headers: world.credentials }).catch(() => undefined)
    if (response === undefined || response.status === 503) return false
    assert.equal(response.status, 200)
    const { data, meta } = (await response.json()) as Page // as its own tests have checked
    for (const { offer_id, offer } of data) {
      if (offer) this.copy.set(offer_id, offer)
      else this.copy.delete(offer_id)
    }
    this.told += data.length
    this.#cursor = meta.next_cursor
    return !meta.has_more
  }
}

/** Without the addresses of the server that told it. */
const comparable = (offers: Map<number, Readonly<Record<string, unknown>> | null>) =>
  JSON.stringify(
    [...offers]
      .map(([id, offer]) => [id, { ...offer, link: '', image_url: '' }] as const)
      .toSorted(([one], [other]) => one - other),
  )

test('a copy is the list in the end when one of two servers is killed again and again', {
  timeout: 240_000,
}, async (t) => {
  const { appId } = world.app
  const choices = { url: receiver.url, events: endpointEventTypes }
  await setEndpoint(world.ports, { appId, name: 'main', choices, actor: 'test' })
  const pick = diceOf(7)
  const follower = new Follower()
  for (let round = 0; round < rounds; round += 1) {
    for (let edit = 0; edit < editsOfRound; edit += 1) {
      const rows = Array.from({ length: 1 + pick(5) }, () => ({
        external_id: `o-${pick(offersMax)}`,
        name: `Name ${pick(1_000_000)}`,
      }))
      const ids = await world.addOffers([...new Map(rows.map((row) => [row.external_id, row])).values()])
      const status = pick(2) === 0 ? 'paused' : 'active'
      await pauseOffer(world.ports, { offerId: ids[0] ?? 0, status, actor: 'test' })
      await follower.ask()
    }
    // The server that finds changes may be the one that was killed: the other one takes over by the end of its lease.
    const before = follower.told
    await until(async () => (await follower.ask()) && follower.told > before, 'something was told')
    const place = pick(2)
    await servers[place]?.stop('SIGKILL')
    await world.addOffers([{ external_id: `o-${pick(offersMax)}`, name: `Round ${round}` }])
    await follower.ask()
    servers[place] = await start()
  }
  const last = await world.addOffer({ name: 'The last one' })
  const isEqual = async (): Promise<boolean> => {
    if (!(await follower.ask()) || !follower.copy.has(last)) return false
    return comparable(follower.copy) === comparable(await listAll(world, world.credentials))
  }
  await until(isEqual, 'the copy is the list')
  const toldOf = () => receiver.received.filter(({ body }) => body.includes('"offer.'))
  await until(
    () => toldOf().some(({ body }) => body.includes(`"offer_id":${last},`)),
    'the last one was told',
  )
  t.diagnostic(
    JSON.stringify({ rounds, told: follower.told, listed: follower.copy.size, callbacks: toldOf().length }),
  )
})
