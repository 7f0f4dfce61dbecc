import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { isSystemError } from './process/private-file.ts'

/** Which timeline of which server was last written to, for the processes of one data folder. */
export class TimelineFile {
  readonly #path: string

  constructor(dataDir: string) {
    this.#path = join(dataDir, 'spool', 'timeline')
  }

  /** Undefined where none of this server is known. */
  read(system: string): number | undefined {
    try {
      const [known, timeline] = readFileSync(this.#path, 'utf8').trim().split(' ')
      return known === system ? Number(timeline) : undefined
    } catch (error) {
      if (isSystemError(error, 'ENOENT')) return undefined
      throw error
    }
  }

  write(system: string, timeline: number): void {
    if (this.read(system) === timeline) return
    const draft = `${this.#path}.${process.pid}`
    try {
      mkdirSync(dirname(this.#path), { recursive: true, mode: 0o700 })
      writeFileSync(draft, `${system} ${timeline}\n`, { mode: 0o600 })
      renameSync(draft, this.#path)
    } catch {
      // On a full disk each process still has its own memory of it.
    }
  }
}
