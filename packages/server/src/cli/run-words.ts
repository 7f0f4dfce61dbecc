import { type Command, CommanderError } from 'commander'
import { buildProgramFor } from './program.ts'
import { reportFailure } from './report-failure.ts'
import { runAt, type Terminal } from './terminal.ts'

/** Runs one command to its end: its output and its exit code go to the terminal. */
export async function runWords(words: readonly string[], terminal: Terminal): Promise<void> {
  await runAt(terminal, async () => {
    try {
      const program = await buildProgramFor(words)
      keepRunning(program)
      await program.parseAsync(words, { from: 'user' })
    } catch (error) {
      // Its sentence, or the help that was asked for, is printed already.
      if (error instanceof CommanderError) terminal.setExitCode(error.exitCode)
      else reportFailure(error)
    }
  })
}

/** The framework ends the process after help and mistakes, unless it is told to throw instead. */
function keepRunning(command: Command): void {
  command.exitOverride()
  for (const child of command.commands) keepRunning(child)
}
