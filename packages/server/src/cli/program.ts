import { Command } from 'commander'
import { version } from '../version.ts'
import { terminal } from './terminal.ts'

/** How a command is called from a checkout, without npm's own words on standard output. */
const howToCall = 'npm run -s quoin --'

interface Group {
  readonly description: string
  readonly load: () => Promise<Command>
}

/** Every group of commands. Each is loaded when it is called: most of a command's time would be the others. */
const groups: Readonly<Record<string, Group>> = {
  publishers: {
    description: 'publishers: who may do business',
    load: async () => (await import('./commands/apps/publishers-commands.ts')).publishersCommands(),
  },
  apps: {
    description: 'apps and their credentials',
    load: async () => (await import('./commands/apps/apps-commands.ts')).appsCommands(),
  },
  networks: {
    description: 'upstream networks and their postback addresses',
    load: async () => (await import('./commands/networks/networks-commands.ts')).networksCommands(),
  },
  offers: {
    description: 'the catalogue',
    load: async () => (await import('./commands/catalogue/offers-commands.ts')).offersCommands(),
  },
  sources: {
    description: 'networks whose offers come by themselves',
    load: async () => (await import('./commands/sources/sources-commands.ts')).sourcesCommands(),
  },
  review: {
    description: 'what waits for review: held conversions and claims',
    load: async () => (await import('./commands/conversions/claims-commands.ts')).reviewCommands('review'),
  },
  claims: {
    description: 'the same as `review`, by its older name',
    load: async () => (await import('./commands/conversions/claims-commands.ts')).reviewCommands('claims'),
  },
  users: {
    description: 'what is known of a user, and why they got no reward',
    load: async () => (await import('./commands/people/users-commands.ts')).usersCommands(),
  },
  tickets: {
    description: 'questions of users about rewards that did not come',
    load: async () => (await import('./commands/conversions/tickets-commands.ts')).ticketsCommands(),
  },
  clicks: {
    description: 'who followed which link',
    load: async () => (await import('./commands/conversions/clicks-commands.ts')).clicksCommands(),
  },
  conversions: {
    description: 'what users have done, and how it was decided',
    load: async () => (await import('./commands/conversions/history-commands.ts')).conversionsCommands(),
  },
  postbacks: {
    description: 'the log of what networks have reported',
    load: async () => (await import('./commands/conversions/history-commands.ts')).postbacksCommands(),
  },
  timeline: {
    description: 'everything that happened to a click, in order, with reasons',
    load: async () => (await import('./commands/conversions/timeline-command.ts')).timelineCommand(),
  },
  system: {
    description: 'show versions, sizes, the disk, the spool and the age of each periodic work',
    load: async () => (await import('./commands/system-command.ts')).systemCommand(),
  },
  'first-run': {
    description: 'show how far a new platform is from its first paid conversion',
    load: async () => (await import('./commands/first-run-command.ts')).firstRunCommand(),
  },
  ledger: {
    description: 'what is owed, to whom, and why',
    load: async () => (await import('./commands/ledger/ledger-commands.ts')).ledgerCommands(),
  },
  margins: {
    description: "the platform's part of the revenue",
    load: async () => (await import('./commands/catalogue/terms-commands.ts')).marginsCommands(),
  },
  promotions: {
    description: "promotions: more of an app's virtual currency, for a time",
    load: async () => (await import('./commands/catalogue/terms-commands.ts')).promotionsCommands(),
  },
  rates: {
    description: 'exchange rates for postbacks in other currencies than USD',
    load: async () => (await import('./commands/catalogue/terms-commands.ts')).ratesCommands(),
  },
  callbacks: {
    description: 'callbacks: reports of conversions to publishers',
    load: async () => (await import('./commands/apps/callbacks-commands.ts')).callbacksCommands(),
  },
  lists: {
    description: 'block, review and allow lists',
    load: async () => (await import('./commands/risk/lists-commands.ts')).listsCommands(),
  },
  risk: {
    description: 'the risk engine: back-test, fit, addresses',
    load: async () => (await import('./commands/risk/risk-commands.ts')).riskCommands(),
  },
  stats: {
    description: 'clicks, conversions, revenue and margin over time',
    load: async () => (await import('./commands/ledger/stats-commands.ts')).statsCommands(),
  },
  caps: {
    description: 'limits of networks, offers, apps and users',
    load: async () => (await import('./commands/catalogue/caps-commands.ts')).capsCommands(),
  },
  people: {
    description: 'the people of the dashboard: roles, links, sessions',
    load: async () => (await import('./commands/people/people-commands.ts')).peopleCommands(),
  },
  audit: {
    description: 'who changed what',
    load: async () => (await import('./commands/people/audit-commands.ts')).auditCommands(),
  },
  secret: {
    description: 'the master secret of the database',
    load: async () => (await import('./commands/apps/secret-commands.ts')).secretCommands(),
  },
  database: {
    description: 'the server that is written to',
    load: async () => (await import('./commands/database-commands.ts')).databaseCommands(),
  },
  backup: {
    description: 'backups of the embedded database: take, list, verify',
    load: async () => (await import('./commands/backup-commands.ts')).backupCommands(),
  },
  restore: {
    description: 'restore a backup into a new data directory, or into a database of your own',
    load: async () => (await import('./commands/backup-commands.ts')).restoreCommand(),
  },
  move: {
    description: 'copy everything into an empty database of your own, while Quoin is stopped',
    load: async () => (await import('./commands/move-command.ts')).moveCommand(),
  },
  'upgrade-database': {
    description: 'copy the embedded database into one of the newer PostgreSQL that Quoin brings',
    load: async () => (await import('./commands/upgrade-command.ts')).upgradeCommand(),
  },
  clock: {
    description: 'the clock that decides what cannot be undone',
    load: async () => (await import('./commands/clock-commands.ts')).clockCommands(),
  },
  id: {
    description: 'ids and public keys, and the cells that made them',
    load: async () => (await import('./commands/id-commands.ts')).idCommands(),
  },
  demo: {
    description: 'the demo data of the first start',
    load: async () => (await import('./commands/demo-commands.ts')).demoCommands(),
  },
}

/** The program for one call: the group that its words name is there as a whole, of the others the names. */
export async function buildProgramFor(words: readonly string[]): Promise<Command> {
  return await buildProgram((name) => words.slice(0, 2).includes(name))
}

/** Every command there is; the reference in the docs is printed from it. */
export async function buildWholeProgram(): Promise<Command> {
  return await buildProgram(() => true)
}

async function buildProgram(isNeeded: (group: string) => boolean): Promise<Command> {
  const program = new Command('quoin').description('An open, self-hostable offer platform.').version(version)
  program
    .command('serve')
    .description('start the service (npm start)')
    .option(
      '--accept',
      'begin with a restored database although the server that was backed up seems to go on',
    )
    .action(async ({ accept = false }: { readonly accept?: boolean }) => {
      const { runServer } = await import('../main.ts')
      await runServer({ isAccepted: accept })
    })
  for (const [name, { description, load }] of Object.entries(groups)) {
    const group = isNeeded(name) ? await load() : new Command(name)
    program.addCommand(group.description(description))
  }
  program
    .command('settings')
    .description('list every setting, its default and its meaning')
    .action(async () => {
      const { printSettings } = await import('../settings/print-settings.ts')
      terminal().print(printSettings())
    })
  program.configureOutput({
    // The framework ends its texts with a line break, and so does the terminal.
    writeOut: (text) => terminal().print(text.replace(/\n$/, '')),
    writeErr: (text) => terminal().printError(text.replace(/\n$/, '')),
    outputError: (text, write) => write(toSentence(text)),
  })
  configure(program, howToCall)
  return program
}

/** The options of all commands: a mistake is answered by a sentence and by where to read on. */
function configure(command: Command, path: string): void {
  command.showHelpAfterError(`Help: ${path} --help`)
  for (const child of command.commands) {
    child.copyInheritedSettings(command)
    configure(child, `${path} ${child.name()}`)
  }
}

function toSentence(text: string): string {
  const plain = text.replace(/^error: /, '')
  return `${plain.charAt(0).toUpperCase()}${plain.slice(1)}`
}
