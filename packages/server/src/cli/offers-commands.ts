import { Command } from 'commander'
import { readOfferFile } from '../adapters/offer-files.ts'
import { importOffers } from '../features/catalogue/import-offers.ts'
import { setHold } from '../features/catalogue/set-hold.ts'
import { runCommand } from './open-command.ts'
import { numberFrom, wholeNumber } from './options.ts'

/** So that a script can tell a file with bad rows from one that could not be read at all. */
const someRefused = 2

/** `quoin offers …`: each prints JSON. */
export function offersCommands(): Command {
  const offers = new Command('offers').description('the catalogue')
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
    .command('hold')
    .argument('<offerId>', 'as the offer list shows it', wholeNumber)
    .argument('<days>', '0 to 365; 0 for none', numberFrom(0, 365))
    .description('hold what is approved of an offer for some days before it counts')
    .action((offerId: number, holdDays: number) =>
      runCommand(async (ports) => {
        await setHold(ports, { offerId, holdDays, actor: 'cli' })
        return { offerId, holdDays }
      }),
    )
  return offers
}
