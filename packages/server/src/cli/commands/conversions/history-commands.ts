import { conversionIdOf } from '@quoin/core/callbacks/transaction-id.ts'
import { readId } from '@quoin/core/tracking/click-id.ts'
import { notFound } from '@quoin/core/errors.ts'
import { Command } from 'commander'
import { addReplay } from './replay-command.ts'
import { addConversionList } from './conversion-list.ts'
import { type CommandPorts, runCommand } from '../../open-command.ts'
import { numberFrom } from '../../options.ts'

const pageMax = 500

/** `quoin postbacks …`: the log of what networks have reported. */
export function postbacksCommands(): Command {
  const postbacks = new Command('postbacks')
  postbacks
    .command('of-click')
    .argument('<clickId>', 'the click id that the network was given')
    .description('list every report of one click and its outcome, oldest first')
    .action((clickId: string) =>
      runCommand(({ db, store }) =>
        store.postbackRequests.listRequestsOfClick(db, readId(clickId) ?? clickId, pageMax),
      ),
    )
  postbacks
    .command('of-network')
    .argument('<slug>', 'the network')
    .description('list the reports of a network, newest first; refused reports are a sample')
    .option('--before <id>', 'the last id of the page before')
    .option('--limit <n>', 'how many', numberFrom(1, pageMax), 100)
    .action((slug: string, { before, limit }: { before?: string; limit: number }) =>
      runCommand((ports) => listOfNetwork(ports, { slug, before, limit })),
    )
  addReplay(postbacks)
  return postbacks
}

async function listOfNetwork(
  { db, store }: CommandPorts,
  { slug, before, limit }: { slug: string; before: string | undefined; limit: number },
): Promise<unknown> {
  const network = await store.networks.findNetworkBySlug(db, slug)
  if (!network) throw notFound(`There is no network "${slug}".`)
  const page = { networkId: network.id, limit }
  return await store.postbackRequests.listRequestsOfNetwork(
    db,
    before === undefined ? page : { ...page, beforeId: before },
  )
}

/** `quoin conversions show`: a conversion as it stands, and how it came to that. */
export function conversionsCommands(): Command {
  const conversions = new Command('conversions')
  addConversionList(conversions)
  conversions
    .command('show')
    .argument('<conversionId>', 'as a postback or a claim was answered, or the transaction id of a callback')
    .description('show one conversion and every change of it, oldest first')
    .action((conversionId: string) =>
      runCommand(async ({ db, store }) => {
        const id = conversionIdOf(conversionId)
        const conversion = id && (await store.conversions.findConversion(db, id))
        if (!conversion) throw notFound(`There is no conversion ${conversionId}.`)
        return { ...conversion, events: await store.conversions.listEvents(db, conversion.id) }
      }),
    )
  return conversions
}
