import { readId } from '@quoin/core/tracking/click-id.ts'
import { DomainError, invalidRequest, notFound } from '@quoin/core/errors.ts'
import { Command } from 'commander'
import { checkLedger } from '../../../features/ledger/check-ledger.ts'
import { listBalances } from '../../../features/ledger/list-balances.ts'
import { repairLedger } from '../../../features/ledger/repair-ledger.ts'
import { showEntries } from '../../../features/ledger/show-entries.ts'
import { overpaidRule, settle, type SettlementRequest } from '../../../features/ledger/settle.ts'
import { type CommandPorts, runCommand } from '../../open-command.ts'
import { decimalMicros, name, numberFrom, signedMicros, wholeNumber } from '../../options.ts'
import { terminal } from '../../terminal.ts'

interface PartyOptions {
  readonly app?: number
  readonly network?: string
}

interface SettleOptions {
  readonly amount: number
  readonly reference: string
  readonly reason?: string
  readonly actor: string
  readonly allowNegative?: boolean
}

/** `quoin ledger …`: each prints JSON, with amounts in USD. */
export function ledgerCommands(): Command {
  const ledger = new Command('ledger')
  addReports(ledger)
  withSettleOptions(ledger.command('pay-publisher'), decimalMicros)
    .argument('<appId>', 'as `apps list` shows it', wholeNumber)
    .description('book that a publisher was paid for an app')
    .action((appId: number, options: SettleOptions) =>
      runCommand((ports) => settleAsTold(ports, { ...given(options), kind: 'paid', appId, networkId: null })),
    )
  withSettleOptions(ledger.command('receive'), decimalMicros)
    .argument('<network>', 'its slug')
    .description('book that a network has paid')
    .action((slug: string, options: SettleOptions) =>
      runCommand(async (ports) => {
        const networkId = await networkIdOf(ports, slug)
        return await settleAsTold(ports, { ...given(options), kind: 'received', appId: null, networkId })
      }),
    )
  withSettleOptions(ledger.command('adjust'), signedMicros)
    .description("correct an app's or a network's balance: --amount raises it, below zero lowers it")
    .option('--app <appId>', 'the app that is owed', wholeNumber)
    .option('--network <slug>', 'or the network that owes')
    .action((options: SettleOptions & PartyOptions) =>
      runCommand(async (ports) => {
        const { app = null, network, reason } = options
        if ((app === null) === (network === undefined)) throw new Error('Name one of --app and --network.')
        if (reason === undefined) throw new Error('An adjustment needs its --reason.')
        const networkId = network === undefined ? null : await networkIdOf(ports, network)
        return await settleAsTold(ports, { ...given(options), kind: 'adjusted', appId: app, networkId })
      }),
    )
  return ledger
}

function addReports(ledger: Command): void {
  ledger
    .command('check')
    .description('prove that all sums to zero and equals the conversions. Exit code 1: it does not')
    .action(() =>
      runCommand(async (ports) => {
        const verdict = await checkLedger(ports)
        if (!verdict.isClean) terminal().setExitCode(1)
        return verdict
      }),
    )
  ledger
    .command('repair')
    .description('book what was never booked, by the standing of each conversion; booked entries stay')
    .option('--actor <name>', 'who books it', name, 'cli')
    .action(({ actor }: { actor: string }) => runCommand((ports) => repairLedger(ports, { actor })))
  ledger
    .command('balances')
    .description('list the balances of networks, apps and the platform')
    .option('--app <appId>', 'of one app', wholeNumber)
    .option('--network <slug>', 'of one network')
    .action(({ app, network }: PartyOptions) =>
      runCommand(async (ports) => {
        const networkId = network === undefined ? undefined : await networkIdOf(ports, network)
        return await listBalances(ports, [
          ...(app === undefined ? [] : [{ account: 'payable', partyId: app } as const]),
          ...(networkId === undefined ? [] : [{ account: 'receivable', partyId: networkId } as const]),
        ])
      }),
    )
  ledger
    .command('entries')
    .argument('<id>', 'of a conversion or a settlement')
    .description(
      'list the entries of a conversion or a settlement, oldest first; debits are positive, and a loss is marked',
    )
    .action((id: string) =>
      runCommand(async ({ db, store }) => showEntries(await store.ledger.listEntries(db, idOf(id)))),
    )
  ledger
    .command('settlements')
    .description('list payments, receipts and adjustments, newest first')
    .option('--app <appId>', 'of one app', wholeNumber)
    .option('--network <slug>', 'of one network')
    .option('--before <id>', 'the last id of the page before')
    .option('--limit <n>', 'how many', numberFrom(1, 500), 100)
    .action(({ app, network, before, limit }: PartyOptions & { before?: string; limit: number }) =>
      runCommand(async (ports) => {
        const networkId = network === undefined ? undefined : await networkIdOf(ports, network)
        const beforeId = before === undefined ? undefined : idOf(before)
        return await ports.store.settlements.listSettlements(ports.db, {
          appId: app,
          networkId,
          beforeId,
          limit,
        })
      }),
    )
}

function withSettleOptions(command: Command, readAmount: (text: string) => number): Command {
  return command
    .requiredOption('--amount <usd>', 'how much, in USD', readAmount)
    .requiredOption('--reference <text>', 'your own name for it; the same again books nothing', name)
    .option('--reason <text>', 'why', name)
    .option('--actor <name>', 'who books it', name, 'cli')
    .option('--allow-negative', 'also when it is more than is owed')
}

function given({ amount, reference, reason = '', actor, allowNegative = false }: SettleOptions) {
  return { amountMicros: amount, reference, reason, actor, mayGoNegative: allowNegative }
}

/** A refusal that an option would lift names the option. */
async function settleAsTold(ports: CommandPorts, request: SettlementRequest): Promise<unknown> {
  try {
    return await settle(ports, request)
  } catch (error) {
    const isOverpaid =
      error instanceof DomainError && error.details?.some(({ rule }) => rule === overpaidRule)
    if (!isOverpaid) throw error
    throw invalidRequest(`${error.message} With --allow-negative it is booked all the same.`)
  }
}

async function networkIdOf({ db, store }: CommandPorts, slug: string): Promise<number> {
  const network = await store.networks.findNetworkBySlug(db, slug)
  if (!network) throw notFound(`There is no network "${slug}".`)
  return network.id
}

function idOf(text: string): string {
  const id = readId(text)
  if (id === undefined) throw notFound(`There is no conversion or settlement ${text}.`)
  return id
}
