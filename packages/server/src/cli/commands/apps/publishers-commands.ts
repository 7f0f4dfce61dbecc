import { formatMicros } from '@quoin/core/payout/money.ts'
import type { PublisherDecision } from '@quoin/core/publishers/publisher.ts'
import { Command } from 'commander'
import { decideOnPublisher, renamePublisher } from '../../../features/publishers/change-publisher.ts'
import { createPublisher } from '../../../features/publishers/create-publisher.ts'
import { getPublisher } from '../../../features/publishers/get-publisher.ts'
import {
  type Figures,
  findPublisherMoney,
  measurePublishers,
} from '../../../features/publishers/measure-publishers.ts'
import { nobodySignedIn } from '../../nobody-signed-in.ts'
import { type CommandPorts, runCommand } from '../../open-command.ts'
import { name, numberFrom, wholeNumber } from '../../options.ts'
import { type WithActor, withActor } from '../../with-actor.ts'

const publisherArgument = ['<publisherId>', 'as `publishers list` shows it', wholeNumber] as const

/** `quoin publishers …`: each prints JSON. */
export function publishersCommands(): Command {
  const publishers = new Command('publishers')
  publishers
    .command('list')
    .description('list publishers, those that wait for approval first, with figures of the last 30 days')
    .option('--limit <n>', 'how many', numberFrom(1, listMax), listMax)
    .action(({ limit }: { limit: number }) => runCommand((ports) => listPublishers(ports, limit)))
  publishers
    .command('show')
    .argument(...publisherArgument)
    .description('show one publisher: figures of the last 30 days, people, what it is owed and was paid')
    .action((publisherId: number) => runCommand((ports) => showPublisher(ports, publisherId)))
  withActor(publishers.command('create'))
    .argument('<name>', 'its name; no other publisher has it', name)
    .description('create a publisher; it waits for approval, and only test credentials work until then')
    .option('--approved', 'approve it at once')
    .action((given: string, { approved, actor }: { approved?: boolean } & WithActor) =>
      runCommand(async (ports) => {
        const status = approved ? 'active' : 'waiting'
        return { publisherId: await createPublisher({ ...ports, actor }, { name: given, status }), status }
      }),
    )
  withActor(publishers.command('rename'))
    .argument(...publisherArgument)
    .argument('<name>', 'its new name', name)
    .description('rename a publisher')
    .action((publisherId: number, given: string, { actor }: WithActor) =>
      runCommand(async (ports) => {
        await renamePublisher({ ...ports, people: nobodySignedIn, actor }, { publisherId, name: given })
        return { publisherId, name: given }
      }),
    )
  for (const [decision, description] of Object.entries(decisions)) {
    addDecision(publishers, decision as PublisherDecision, description) // the keys of the table
  }
  return publishers
}

const listMax = 10_000

const decisions: Readonly<Record<PublisherDecision, string>> = {
  approve: 'approve a publisher that waits: its live credentials work',
  suspend: 'refuse all apps of a publisher everywhere; reports about earlier clicks still count',
  resume: 'let the apps of a suspended publisher work again',
}

function addDecision(publishers: Command, decision: PublisherDecision, description: string): void {
  withActor(publishers.command(decision))
    .argument(...publisherArgument)
    .description(description)
    .option('--reason <text>', 'for the audit log', name)
    .action((publisherId: number, { reason, actor }: { reason?: string } & WithActor) =>
      runCommand(async (ports) => {
        const needs = { ...ports, people: nobodySignedIn, actor }
        const status = await decideOnPublisher(needs, { publisherId, decision, reason })
        return { publisherId, status }
      }),
    )
}

async function listPublishers(ports: CommandPorts, limit: number): Promise<object[]> {
  const slice = { sort: 'state', isDescending: false, after: null, limit }
  const { rows } = await ports.store.publisherList.listPublisherPage(
    ports.db,
    { search: null, status: null },
    slice,
  )
  const figures = await measurePublishers(
    ports,
    rows.map(({ id }) => id),
  )
  return rows.map((row) => ({ ...row, ...shown(figures.get(row.id)) }))
}

async function showPublisher(ports: CommandPorts, publisherId: number): Promise<object> {
  const publisher = await getPublisher(ports, publisherId)
  const [figures, members, money] = await Promise.all([
    measurePublishers(ports, [publisherId]),
    ports.store.publisherList.listMembers(ports.db, publisherId),
    findPublisherMoney(ports, publisherId),
  ])
  return {
    ...publisher,
    ...shown(figures.get(publisherId)),
    payable: formatMicros(money.payableMicros),
    paid: formatMicros(money.paidMicros),
    members,
  }
}

function shown(figures: Figures | undefined): object {
  if (figures === undefined) return {}
  const { earnedMicros, ...rest } = figures
  return { ...rest, earned: formatMicros(earnedMicros) }
}
