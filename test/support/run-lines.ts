import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Language } from '../../packages/dashboard/src/pages/publisher/start/snippets.ts'

const run = promisify(execFile)

interface Program {
  readonly tool: string
  readonly file: string
  readonly command: readonly [string, ...string[]]
}

const programs: Readonly<Record<Language, Program>> = {
  curl: { tool: 'curl', file: 'list.sh', command: ['sh', 'list.sh'] },
  JavaScript: { tool: process.execPath, file: 'list.mjs', command: [process.execPath, 'list.mjs'] },
  PHP: { tool: 'php', file: 'list.php', command: ['php', 'list.php'] },
  Python: { tool: 'python3', file: 'list.py', command: ['python3', 'list.py'] },
  Go: { tool: 'go', file: 'list.go', command: ['go', 'run', 'list.go'] },
}

/** Why the lines of a language cannot be run here; undefined where they can. */
export async function missingFor(language: Language): Promise<string | undefined> {
  const { tool } = programs[language]
  return await run('sh', ['-c', `command -v ${tool}`]).then(
    () => undefined,
    () => `${tool} is not installed here`,
  )
}

/** Runs the lines of a page as a publisher does: in a file, with the secret in the environment. Resolves to what they print. */
export async function runLines(
  language: Language,
  text: string,
  secrets: Readonly<Record<string, string>>,
): Promise<string> {
  const { file, command } = programs[language]
  const [name, ...words] = command
  const folder = await mkdtemp(join(tmpdir(), 'quoin-lines-'))
  try {
    await writeFile(join(folder, file), text)
    const env = { ...process.env, ...secrets }
    const { stdout } = await run(name, words, { cwd: folder, env, timeout: 60_000 })
    return stdout
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

interface Served {
  readonly port: number
  readonly callbackSecret: string
}

/** Starts lines that go on: a receiver at a port of this machine. Resolves at once; `stop` ends it and what it started. */
export async function startLines(
  language: Language,
  text: string,
  { port, callbackSecret }: Served,
): Promise<{ readonly ended: Promise<unknown>; stop(): Promise<void> }> {
  const { file, command } = programs[language]
  const folder = await mkdtemp(join(tmpdir(), 'quoin-lines-'))
  await writeFile(join(folder, file), text)
  const [name, ...words] = language === 'PHP' ? ['php', '-S', `127.0.0.1:${port}`, file] : command
  const env = { ...process.env, PORT: String(port), CALLBACK_SECRET: callbackSecret }
  // `go run` starts a program of its own, which is ended with its group.
  const child = spawn(name ?? '', words, { cwd: folder, env, stdio: 'ignore', detached: true })
  const ended = once(child, 'exit')
  return {
    ended,
    async stop() {
      if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, 'SIGKILL')
      await ended
      await rm(folder, { recursive: true, force: true })
    },
  }
}
