import { Command } from 'commander'
import { appsCommands } from './cli/apps-commands.ts'
import { claimsCommands } from './cli/claims-commands.ts'
import { demoCommands } from './cli/demo-commands.ts'
import { listsCommands } from './cli/lists-commands.ts'
import { networksCommands } from './cli/networks-commands.ts'
import { offersCommands } from './cli/offers-commands.ts'
import { reportFailure } from './cli/report-failure.ts'
import { printSettings } from './config.ts'
import { version } from './version.ts'

const program = new Command('quoin')
  .description('An open, self-hostable offer platform.')
  .version(version)
  .showHelpAfterError()

program
  .command('serve')
  .description('start the service (npm start)')
  .action(async () => {
    // The server is much to load: other commands do without it.
    const { runServer } = await import('./main.ts')
    await runServer()
  })
program.addCommand(appsCommands())
program.addCommand(networksCommands())
program.addCommand(offersCommands())
program.addCommand(claimsCommands())
program.addCommand(listsCommands())
program.addCommand(demoCommands())
program
  .command('settings')
  .description('every setting, its default and its meaning')
  .action(() => console.log(printSettings()))

program.parseAsync().catch(reportFailure)
