import { Command } from 'commander'
import { printSettings } from '../settings/setting-rows.ts'
import { version } from '../version.ts'
import { appsCommands } from './commands/apps-commands.ts'
import { auditCommands } from './commands/audit-commands.ts'
import { callbacksCommands } from './commands/callbacks-commands.ts'
import { capsCommands } from './commands/caps-commands.ts'
import { reviewCommands } from './commands/claims-commands.ts'
import { demoCommands } from './commands/demo-commands.ts'
import { conversionsCommands, postbacksCommands } from './commands/history-commands.ts'
import { ledgerCommands } from './commands/ledger-commands.ts'
import { listsCommands } from './commands/lists-commands.ts'
import { networksCommands } from './commands/networks-commands.ts'
import { offersCommands } from './commands/offers-commands.ts'
import { timelineCommand } from './commands/timeline-command.ts'
import { riskCommands } from './commands/risk-commands.ts'
import { marginsCommands, promotionsCommands, ratesCommands } from './commands/terms-commands.ts'
import { secretCommands } from './commands/secret-commands.ts'
import { statsCommands } from './commands/stats-commands.ts'

/** How a command is called from a checkout, without npm's own words on standard output. */
const howToCall = 'npm run -s quoin --'

/** Every command there is; the reference in docs/operations.md is printed from it. */
export function buildProgram(): Command {
  const program = new Command('quoin').description('An open, self-hostable offer platform.').version(version)
  program
    .command('serve')
    .description('start the service (npm start)')
    .action(async () => {
      // The server is much to load: other commands do without it.
      const { runServer } = await import('../main.ts')
      await runServer()
    })
  const groups = [
    appsCommands(),
    networksCommands(),
    offersCommands(),
    reviewCommands('review'),
    reviewCommands('claims'),
    conversionsCommands(),
    postbacksCommands(),
    timelineCommand(),
    ledgerCommands(),
    marginsCommands(),
    promotionsCommands(),
    ratesCommands(),
    callbacksCommands(),
    listsCommands(),
    riskCommands(),
    statsCommands(),
    capsCommands(),
    auditCommands(),
    secretCommands(),
    demoCommands(),
  ]
  for (const group of groups) program.addCommand(group)
  program
    .command('settings')
    .description('every setting, its default and its meaning')
    .action(() => console.log(printSettings()))
  program.configureOutput({ outputError: (text, write) => write(toSentence(text)) })
  settle(program, howToCall)
  return program
}

/** What one command has, all have: a mistake is answered by a sentence and by where to read on. */
function settle(command: Command, path: string): void {
  command.showHelpAfterError(`Help: ${path} --help`)
  for (const child of command.commands) {
    child.copyInheritedSettings(command)
    settle(child, `${path} ${child.name()}`)
  }
}

function toSentence(text: string): string {
  const plain = text.replace(/^error: /, '')
  return `${plain.charAt(0).toUpperCase()}${plain.slice(1)}`
}
