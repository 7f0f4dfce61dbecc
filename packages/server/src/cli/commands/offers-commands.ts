import { notFound } from '@quoin/core/errors.ts'
import { type Offer, type OfferStatus, offerStatuses } from '@quoin/core/offers/offer.ts'
import { Command } from 'commander'
import { readOfferFile } from '../../adapters/offer-files/offer-files.ts'
import { importOffers } from '../../features/catalogue/import-offers.ts'
import { listStoredOffers } from '../../features/catalogue/list-stored-offers.ts'
import { pauseOffer } from '../../features/catalogue/pause-offer.ts'
import { setHold } from '../../features/catalogue/set-hold.ts'
import { runCommand } from '../open-command.ts'
import { name, numberFrom, oneOf, wholeNumber } from '../options.ts'
import { type WithActor, withActor } from '../with-actor.ts'

/** So that a script can tell a file with bad rows from one that could not be read at all. */
const someRefused = 2

const listMax = 500

interface ListOptions {
  readonly network?: string
  readonly status?: OfferStatus
  readonly after: number
  readonly limit: number
}

/** `quoin offers …`: each prints JSON. */
export function offersCommands(): Command {
  const offers = new Command('offers')
  offers
    .command('import')
    .argument('<file>', 'CSV (.csv, .tsv, .txt), JSON (.json) or one object per line (.ndjson, .jsonl)')
    .description('import offers; a known external id is updated. Exit code 2: some rows were refused')
    .option('--network <slug>', 'the network that they belong to', 'demo')
    .action((file: string, { network }: { network: string }) =>
      runCommand(async (ports) => {
        const report = await importOffers(ports, { networkSlug: network, entries: readOfferFile(file) })
        if (report.refused > 0) process.exitCode = someRefused
        return report
      }),
    )
  offers
    .command('list')
    .description('offers as they are stored, oldest first, whatever users see of them')
    .option('--network <slug>', 'of this network only')
    .option('--status <status>', 'active or paused', oneOf(...offerStatuses))
    .option('--after <id>', 'the last id of the page before', wholeNumber, 0)
    .option('--limit <n>', 'how many', numberFrom(1, listMax), 100)
    .action(({ network, status, after, limit }: ListOptions) =>
      runCommand(async (ports) => {
        const page = { networkSlug: network ?? null, status: status ?? null, afterId: after, limit }
        return (await listStoredOffers(ports, page)).map(briefly)
      }),
    )
  offers
    .command('show')
    .argument('<offerId>', 'as `offers list` shows it', wholeNumber)
    .description('everything about one offer, its goals and those that its network retired')
    .action((offerId: number) =>
      runCommand(async ({ db, store }) => {
        const offer = await store.offers.findStoredOffer(db, offerId)
        if (!offer) throw notFound(`There is no offer ${offerId}.`)
        return offer
      }),
    )
  addPause(offers, 'pause', 'stop listing an offer, through every import, until it is resumed')
  addPause(offers, 'resume', 'list a paused offer again')
  addHold(offers)
  return offers
}

function addHold(offers: Command): void {
  withActor(offers.command('hold'))
    .argument('<offerId>', 'as `offers list` shows it', wholeNumber)
    .argument('<days>', '0 to 365; 0 for none', numberFrom(0, 365))
    .description('hold what is approved of an offer for some days before it counts')
    .action((offerId: number, holdDays: number, { actor }: WithActor) =>
      runCommand(async (ports) => {
        await setHold(ports, { offerId, holdDays, actor })
        return { offerId, holdDays }
      }),
    )
}

function addPause(offers: Command, verb: 'pause' | 'resume', description: string): void {
  offers
    .command(verb)
    .argument('<offerId>', 'as `offers list` shows it', wholeNumber)
    .description(description)
    .option('--actor <name>', 'who does it, for the audit log', name, 'operator')
    .action((offerId: number, { actor }: { actor: string }) =>
      runCommand(async (ports) => {
        const status = verb === 'pause' ? 'paused' : 'active'
        await pauseOffer(ports, { offerId, status, actor })
        return { offerId, status }
      }),
    )
}

/** What tells offers apart in a list. */
function briefly({
  id,
  networkId,
  externalId,
  name,
  status,
  payoutMicros,
  revenueMicros,
  goals,
}: Offer): object {
  const keys = goals.map(({ goal }) => goal)
  return { offerId: id, networkId, externalId, name, status, payoutMicros, revenueMicros, goals: keys }
}
