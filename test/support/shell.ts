import { type ChildProcess, spawn } from 'node:child_process'
import { after } from 'node:test'
import { type Environment, endOf, listenTo, plainEnvironment, repository } from './run-program.ts'
import { until } from './eventually.ts'

/** What one command printed, both outputs together, and how it ended. */
export interface Printed {
  readonly command: string
  readonly code: number
  readonly text: string
}

/** A terminal: variables and functions of one command are there for the next. */
export interface Shell {
  run(command: string): Promise<Printed>
  close(): Promise<void>
}

/** A plain `sh`, so that what works here works in any shell. */
export function openShell(environment: Environment, cwd: string = repository): Shell {
  const child = spawn('sh', [], {
    cwd,
    env: plainEnvironment(environment),
    stdio: ['pipe', 'pipe', 'ignore'],
    // A group of its own, to be ended with all that was started in it.
    detached: true,
  })
  const said = listenTo(child)
  const ended = endOf(child, said)
  open.add(child)
  ended.finally(() => open.delete(child)).catch(() => {})
  child.stdin.write('exec 2>&1\n')
  let commands = 0
  return {
    async run(command) {
      commands += 1
      const end = new RegExp(`\\n<end ${commands} of (\\d+)>\\n`)
      said.stdout = ''
      child.stdin.write(`${command}\nprintf '\\n<end ${commands} of %s>\\n' $?\n`)
      await until(() => end.test(said.stdout), `"${command}" has ended`)
      const [text = '', code] = said.stdout.split(end)
      return { command, code: Number(code), text: text.trim() }
    },
    async close() {
      child.stdin.end()
      await ended
    },
  }
}

/** What a test that failed has left open would keep the file from ending. */
const open = new Set<ChildProcess>()
after(() => {
  for (const { pid } of open) if (pid !== undefined) process.kill(-pid, 'SIGKILL')
})
