import { Command } from 'commander'
import { readSettings } from '../../settings/config.ts'
import { removeDemo } from '../../features/demo/remove-demo.ts'
import { runCommand } from '../open-command.ts'
import {
  explainMissingDemo,
  printDemoVariables,
  readDemoFile,
  removeDemoFile,
} from '../../boot/demo/demo-file.ts'
import { terminal } from '../terminal.ts'

/** `quoin demo env`: the demo's credentials as shell variables. */
export function demoCommands(): Command {
  const demo = new Command('demo')
  demo
    .command('env')
    .description('print the demo credentials as shell variables: eval "$(npm run -s quoin -- demo env)"')
    .action(async () => {
      const { dataDir } = readSettings(terminal().environment)
      const credentials = await readDemoFile(dataDir)
      if (!credentials) throw new Error(await explainMissingDemo(dataDir))
      terminal().print(printDemoVariables(credentials))
    })
  demo
    .command('remove')
    .description('remove all that the demo made, and what was done with it; no later start makes it again')
    .action(async () => {
      const { dataDir } = readSettings(terminal().environment)
      await runCommand(async (ports) => {
        await removeDemo(ports)
        return { removed: true }
      })
      await removeDemoFile(dataDir)
    })
  return demo
}
