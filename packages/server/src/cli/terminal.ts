import { AsyncLocalStorage } from 'node:async_hooks'
import { once } from 'node:events'
import { createInterface } from 'node:readline/promises'

/** Where a command reads its variables, prints, and leaves its exit code. */
export interface Terminal {
  readonly environment: NodeJS.ProcessEnv
  /** Whether a person reads what is printed. */
  readonly isInteractive: boolean
  print(text: string): void
  printError(text: string): void
  setExitCode(code: number): void
  /** The line that is typed in answer; empty where nobody is there. */
  ask(question: string): Promise<string>
}

/** That of the process. */
export const ownTerminal: Terminal = {
  environment: process.env,
  isInteractive: process.stdout.isTTY === true,
  print: (text) => console.log(text),
  printError: (text) => console.error(text),
  setExitCode(code) {
    process.exitCode = code
  },
  async ask(question) {
    const lines = createInterface({ input: process.stdin, output: process.stderr })
    const end = once(lines, 'close').then(() => '')
    try {
      return await Promise.race([lines.question(question), end])
    } finally {
      lines.close()
    }
  },
}

const given = new AsyncLocalStorage<Terminal>()

/** The terminal of the command that is running. */
export function terminal(): Terminal {
  return given.getStore() ?? ownTerminal
}

/** Runs with another terminal than that of the process: several commands can run in one process. */
export function runAt<T>(one: Terminal, run: () => Promise<T>): Promise<T> {
  return given.run(one, run)
}
