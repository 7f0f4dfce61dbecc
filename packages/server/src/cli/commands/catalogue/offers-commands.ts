import { notFound } from '@quoin/core/errors.ts'
import { isCountry } from '@quoin/core/detect/country.ts'
import { type OfferStatus, offerStatuses, type Platform, platforms } from '@quoin/core/offers/offer.ts'
import type { Offer } from '@quoin/core/offers/offer-fields.ts'
import type { Repairs } from '@quoin/core/offers/repair/repairs.ts'
import { formatMicros } from '@quoin/core/payout/money.ts'
import { Command, InvalidArgumentError } from 'commander'
import { readOfferFile } from '../../../adapters/offer-files/offer-files.ts'
import { guessRows } from '../../../features/catalogue/import-file/guess-column.ts'
import { importOffers } from '../../../features/catalogue/import-offers.ts'
import { listStoredOffers } from '../../../features/catalogue/list-stored-offers.ts'
import { pauseOffer } from '../../../features/catalogue/pause-offer.ts'
import { setHold } from '../../../features/catalogue/set-hold.ts'
import { withJson } from '../../list-options.ts'
import { runCommand } from '../../open-command.ts'
import { addEdits } from './offers-edit-commands.ts'
import { readRepair, repairForms } from './read-repair.ts'
import { name, numberFrom, oneOf, wholeNumber } from '../../options.ts'
import { type Column, printTable } from '../../print-table.ts'
import { type WithActor, withActor } from '../../with-actor.ts'
import { terminal } from '../../terminal.ts'

/** A script can thus tell a file with bad rows from one that could not be read at all. */
const someRefused = 2

const listMax = 500

interface ImportOptions extends WithActor {
  readonly network: string
  readonly addClickId?: boolean
  readonly repair?: Repairs
  readonly guessColumns?: boolean
  readonly remember?: boolean
}

interface ListOptions {
  readonly network?: string
  readonly status?: OfferStatus
  readonly name?: string
  readonly country?: string
  readonly platform?: Platform
  readonly after: number
  readonly limit: number
  readonly json?: boolean
}

/** `quoin offers …`: each prints JSON. */
export function offersCommands(): Command {
  const offers = new Command('offers')
  withActor(offers.command('import'))
    .argument('<file>', 'CSV (.csv, .tsv, .txt), JSON (.json) or one object per line (.ndjson, .jsonl)')
    .description('import offers; a known external id is updated. Exit code 2: some rows were refused')
    .option('--network <slug>', 'the network that they belong to', 'demo')
    .option('--add-click-id', 'add the network’s parameter for the click id where an address has none')
    .option(
      '--repair <repair>',
      `accept a repair, beside those kept for the network: ${repairForms}`,
      readRepair,
    )
    .option('--remember', 'keep the repairs for the next file of the network')
    .option('--guess-columns', 'read columns by other names that feeds use, too, such as Landing URL')
    .action((file: string, { network, repair, remember = false, ...options }: ImportOptions) =>
      runCommand(async (ports) => {
        const { addClickId = false, guessColumns = false, actor } = options
        const entries = guessColumns ? guessRows(readOfferFile(file)) : readOfferFile(file)
        const given = { networkSlug: network, entries, moreRepairs: repair, isKept: remember, addClickId }
        // Each problem is told with its line: groups of them are for people who choose repairs.
        const { causes: _causes, ...report } = await importOffers({ ...ports, actor }, given)
        if (report.refused > 0) terminal().setExitCode(someRefused)
        return report
      }),
    )
  withJson(offers.command('list'))
    .description('list offers as they are stored, oldest first, whatever users see of them')
    .option('--network <slug>', 'of this network only')
    .option('--status <status>', 'active or paused', oneOf(...offerStatuses))
    .option('--name <text>', 'a part of the name, in any case', name)
    .option('--country <code>', 'shown there, such as DE; unrestricted ones too', countryCode)
    .option('--platform <platform>', platforms.join(', '), oneOf(...platforms))
    .option('--after <id>', 'the last id of the page before', wholeNumber, 0)
    .option('--limit <n>', 'how many', numberFrom(1, listMax), 100)
    .action(({ json, ...options }: ListOptions) =>
      runCommand(async (ports) => (await listStoredOffers(ports, pageFrom(options))).map(briefly), {
        json,
        print: (rows) => printTable(offerColumns, rows),
      }),
    )
  offers
    .command('show')
    .argument('<offerId>', 'as `offers list` shows it', wholeNumber)
    .description('show one offer with its goals, retired ones too')
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
  addEdits(offers)
  return offers
}

function addHold(offers: Command): void {
  withActor(offers.command('hold'))
    .argument('<offerId>', 'as `offers list` shows it', wholeNumber)
    .argument('<days>', '0 to 365; 0 for none', numberFrom(0, 365))
    .description("hold an offer's approved conversions for some days before they count")
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

function pageFrom({ network, status, name: part, country, platform, after, limit }: ListOptions) {
  const filter = { namePart: part ?? null, country: country ?? null, platform: platform ?? null }
  return { networkSlug: network ?? null, status: status ?? null, ...filter, afterId: after, limit }
}

function countryCode(text: string): string {
  const code = text.toUpperCase()
  if (isCountry(code)) return code
  throw new InvalidArgumentError('It must be an ISO 3166-1 alpha-2 code such as DE.')
}

type BriefOffer = ReturnType<typeof briefly>

const offerColumns: readonly Column<BriefOffer>[] = [
  { head: 'offer', of: ({ offerId }) => offerId },
  { head: 'network', of: ({ networkId }) => networkId },
  { head: 'external id', of: ({ externalId }) => externalId },
  { head: 'name', of: (offer) => offer.name },
  { head: 'status', of: ({ status }) => status },
  { head: 'payout USD', of: ({ payoutMicros }) => formatMicros(payoutMicros) },
  { head: 'revenue USD', of: ({ revenueMicros }) => formatMicros(revenueMicros) },
  { head: 'goals', of: ({ goals }) => goals.join(', ') },
]

/** The fields that tell offers apart in a list. */
function briefly({ id, networkId, externalId, name, status, payoutMicros, revenueMicros, goals }: Offer) {
  const keys = goals.map(({ goal }) => goal)
  return { offerId: id, networkId, externalId, name, status, payoutMicros, revenueMicros, goals: keys }
}
