import { DomainError } from '@quoin/core/errors.ts'
import type { Ports } from '../../../ports/ports.ts'
import { receivePostback } from '../../postbacks/receive-postback.ts'
import { type NetworkRole, demoApps, demoNetworks } from '../script/cast.ts'
import { Dice } from '../script/dice.ts'
import { followListedLink } from './follow-listed-link.ts'
import { type Cast, readCast } from './read-cast.ts'
import { chooseOffer, regularOf } from '../script/write-script.ts'
import { type Addresses, findAddresses } from '../script/visitors.ts'

/** The time between two visits, about: on the live page something moves, and a day adds a few thousand. */
const visitEveryMs = 4_000
const conversionChance = 0.09
/** A network answers after a while; longer would not be seen by who watches. */
const reportAfterMs = 45_000

interface Waiting {
  readonly atMs: number
  readonly clickId: string
  readonly network: NetworkRole
  readonly revenueMicros: number
  readonly goal: string
}

interface GoOnOptions {
  readonly signal: AbortSignal
  readonly wait: (ms: number) => Promise<void>
}

/** Goes on slowly after the month, now and through the doors that everybody uses, until the demo is removed. */
export async function goOn(ports: Ports, { signal, wait }: GoOnOptions): Promise<void> {
  const dice = new Dice(`quoin demo from ${ports.clock.nowMs()}`)
  const cast = await readCast(ports)
  const addresses = findAddresses(new Dice('quoin demo addresses'), (address) => ports.geo.countryOf(address))
  const pools = new Map()
  let waiting: Waiting[] = []
  while (!signal.aborted) {
    await wait(visitEveryMs * (0.4 + 1.2 * dice.next()))
    if (signal.aborted) return
    const reported = waiting.find(({ atMs }) => atMs <= ports.clock.nowMs())
    waiting = waiting.filter((one) => one !== reported)
    const isThere = await calmly(ports, async () => {
      if (reported) await report(ports, cast, reported, dice)
      const added = await visit(ports, { cast, dice, addresses, pools })
      if (added) waiting.push(added)
    })
    if (!isThere) return
  }
}

interface Scene {
  readonly cast: Cast
  readonly dice: Dice
  readonly addresses: Addresses
  readonly pools: Map<string, Cast['offers']>
}

async function visit(ports: Ports, { cast, dice, addresses, pools }: Scene): Promise<Waiting | undefined> {
  const app = dice.pick(demoApps, ({ share }) => share)
  const known = app && cast.apps.get(app.name)
  if (app === undefined || known === undefined) return undefined
  const visitor = regularOf(app, Math.floor(app.users * dice.next() ** 1.6), addresses)
  const offer = chooseOffer(dice, { visitor, offers: cast.offers, pools })
  const network = demoNetworks.find(({ slug }) => slug === offer?.network)
  if (offer === undefined || network === undefined) return undefined
  const { clickId } = await followListedLink(
    ports,
    { offerId: offer.offerId, apiKey: known.apiKey, userId: visitor.userId, subId: 'wall' },
    { address: visitor.address, userAgent: visitor.browser.userAgent },
  )
  if (clickId === undefined || network.silentDays > 0 || !dice.happens(conversionChance)) return undefined
  const atMs = ports.clock.nowMs() + dice.long(reportAfterMs, 0.8)
  const goal = offer.goals[0]
  return {
    atMs,
    clickId,
    network,
    goal: goal?.goal ?? '',
    revenueMicros: goal?.revenueMicros ?? offer.revenueMicros,
  }
}

async function report(
  ports: Ports,
  cast: Cast,
  { clickId, network, goal, revenueMicros }: Waiting,
  dice: Dice,
): Promise<void> {
  const { words, address } = network
  const txnId = String(100_000_000 + dice.below(900_000_000))
  await receivePostback(ports, {
    clickId,
    goal,
    txnId,
    isDryRun: false,
    method: 'GET',
    address,
    networkId: cast.networks.get(network.slug)?.id ?? null,
    word: network.isSlow ? words.pending : words.approved,
    reportedMicros: revenueMicros,
    currency: 'USD',
    parameters: {
      click_id: clickId,
      payout: String(revenueMicros / 1_000_000),
      status: words.approved,
      txn_id: txnId,
    },
  })
}

/** A failed run is not made up for: the next visit comes anyway. False once the demo was removed. */
async function calmly({ db, store, log }: Ports, run: () => Promise<void>): Promise<boolean> {
  try {
    return await store.demoMonth.whileThere(db, run)
  } catch (error) {
    if (!(error instanceof DomainError)) log.debug({ err: error }, 'demo visit failed')
    return true
  }
}
