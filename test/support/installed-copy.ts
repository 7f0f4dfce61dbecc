import { execFile } from 'node:child_process'
import { cpSync, lstatSync, mkdirSync, readdirSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { plainEnvironment, repository } from './run-program.ts'

const run = promisify(execFile)
const timeoutMs = 900_000
const author = ['-c', 'user.name=Quoin', '-c', 'user.email=quoin@localhost']

/** A program as in a shell where nobody has installed anything: neither npm's words nor its programs are passed on. */
export async function runPlainly(file: string, words: readonly string[], cwd: string): Promise<string> {
  const env = newcomersEnvironment()
  const { stdout } = await run(file, [...words], { cwd, env, timeout: timeoutMs, maxBuffer: 2 ** 26 })
  return stdout
}

function newcomersEnvironment(): Readonly<Record<string, string>> {
  const plain = Object.entries(plainEnvironment()).filter(([name]) => !/^npm_/i.test(name))
  const own = (process.env['PATH'] ?? '').split(delimiter).filter((path) => !/node_modules/.test(path))
  return { ...Object.fromEntries(plain.map(([name, text = '']) => [name, text])), PATH: own.join(delimiter) }
}

/** The files of this repository as they are now, committed in a repository of its own. */
export async function commitCopy(folder: string): Promise<void> {
  const words = ['ls-files', '--cached', '--others', '--exclude-standard', '--deduplicate', '-z']
  const listed = await runPlainly('git', words, repository)
  for (const file of listed.split('\0').filter((name) => name !== '')) {
    // One that is removed and not yet committed.
    if (lstatSync(join(repository, file), { throwIfNoEntry: false }) === undefined) continue
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    cpSync(join(repository, file), join(folder, file), { verbatimSymlinks: true })
  }
  await runPlainly('git', ['init', '--quiet'], folder)
  await runPlainly('git', ['add', '--all'], folder)
  await runPlainly('git', [...author, 'commit', '--quiet', '--message', 'tests: Commit what is here'], folder)
}

/** Bytes on the disk, in whole blocks. */
export function bytesIn(folder: string): number {
  let bytes = 0
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    bytes += lstatSync(path).blocks * 512
    if (entry.isDirectory()) bytes += bytesIn(path)
  }
  return bytes
}
