import { Command } from 'commander'
import { readOfferFile } from '../adapters/offer-files.ts'
import { importOffers } from '../features/catalogue/import-offers.ts'
import { runCommand } from './open-command.ts'

/** `quoin offers …`: each prints JSON. */
export function offersCommands(): Command {
  const offers = new Command('offers').description('the catalogue')
  offers
    .command('import <file>')
    .description('import offers from CSV, JSON or NDJSON; a known external id is updated')
    .option('--network <slug>', 'the network that they belong to', 'demo')
    .action((file: string, { network }: { network: string }) =>
      runCommand(async (ports) => {
        const report = await importOffers(ports, { networkSlug: network, entries: readOfferFile(file) })
        if (report.refused > 0) process.exitCode = 2
        return report
      }),
    )
  return offers
}
