import { type ChildProcess, spawn } from 'node:child_process'
import { type Environment, endOf, listenTo, plainEnvironment, repository } from './run-program.ts'
import { afterEachFile } from './clear-up.ts'
import { until } from './eventually.ts'

/** The output of one command, both streams together, and how it ended. */
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

/**
 * A plain `sh`, so that what works here works in any shell. `isHasty`: a command of Quoin is run without npm, which
 * costs as much as the command.
 */
export function openShell(
  environment: Environment,
  { cwd = repository, isHasty = false }: { readonly cwd?: string; readonly isHasty?: boolean } = {},
): Shell {
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
  if (isHasty) child.stdin.write(withoutNpm)
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

const withoutNpm = `npm() {
  if [ "$1 $2 $3 $4" = 'run -s quoin --' ]; then shift 4; '${process.execPath}' packages/server/bin/quoin.js "$@"
  else command npm "$@"; fi
}
`

/** Shells that a failed test has left open would keep the file from ending. */
const open = new Set<ChildProcess>()
afterEachFile(() => {
  for (const { pid } of open) if (pid !== undefined) process.kill(-pid, 'SIGKILL')
})
