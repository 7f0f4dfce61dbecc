import { readFileSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { syncFolder } from '@quoin/embedded-postgres/data-paths.ts'
import { isLater } from '../store/pg/server-rank.ts'
import type { ServerMemory, WrittenServer } from '../store/pg/server-watch.ts'
import { isSystemError, replacePrivateFile } from './process/private-file.ts'

/** A server that was written to, and when: the first time and, to the minute, the last. */
export interface RememberedServer extends WrittenServer {
  readonly firstWrittenAtMs: number
  readonly lastWrittenAtMs: number
}

/** A command of another user, who may not read the folder, goes without. */
const withoutFile = ['ENOENT', 'ENOTDIR', 'EACCES']

/**
 * The latest server of each cluster that was written to, for the processes of one data folder: a line each, of its
 * cluster, its timeline, its acceptances, and when it was written to. The line of an earlier Quoin ends after the
 * timeline.
 */
export class TimelineFile implements ServerMemory {
  readonly #path: string
  readonly #nowMs: () => number
  readonly #user: 'server' | 'command'
  #writing: Promise<void> = Promise.resolve()

  /**
   * A command notes what it has met of clusters that the server of the folder knows, and nothing else: it may be another
   * user's, or of another database.
   */
  constructor(dataDir: string, { nowMs, user }: { nowMs: () => number; user: 'server' | 'command' }) {
    this.#path = join(dataDir, 'spool', 'timeline')
    this.#nowMs = nowMs
    this.#user = user
  }

  list(): RememberedServer[] {
    try {
      return readFileSync(this.#path, 'utf8').split('\n').flatMap(readLine)
    } catch (error) {
      if (withoutFile.some((code) => isSystemError(error, code))) return []
      throw error
    }
  }

  keep(server: WrittenServer): Promise<void> {
    this.#writing = this.#writing.then(() => this.#write(server))
    return this.#writing
  }

  async #write(server: WrittenServer): Promise<void> {
    try {
      const known = this.list()
      const before = known.find(({ system }) => system === server.system)
      if (before === undefined ? this.#user === 'command' : isLater(before, server)) return
      const nowMs = this.#nowMs()
      const isNew = before === undefined || isLater(server, before)
      const own = {
        ...server,
        firstWrittenAtMs: isNew ? nowMs : before.firstWrittenAtMs,
        lastWrittenAtMs: nowMs,
      }
      const servers =
        this.#user === 'command'
          ? known.map((other) => (other === before ? own : other))
          : [own, ...known.filter((other) => other !== before)]
      const lines = servers.map(printLine)
      if (this.#user === 'server') await mkdir(dirname(this.#path), { recursive: true, mode: 0o700 })
      await replacePrivateFile(this.#path, lines.join('\n'))
      await syncFolder(dirname(this.#path))
    } catch {
      // On a full disk each process still has its own memory of it, and the database has one.
    }
  }
}

function printLine(server: RememberedServer): string {
  const { system, timeline, acceptances, firstWrittenAtMs, lastWrittenAtMs } = server
  return [system, timeline, acceptances, firstWrittenAtMs, lastWrittenAtMs].join(' ')
}

function readLine(line: string): RememberedServer[] {
  const [system = '', ...rest] = line.trim().split(' ')
  const numbers = rest.map(Number)
  const [timeline, acceptances = 0, firstWrittenAtMs = 0, lastWrittenAtMs = 0] = numbers
  if (timeline === undefined || !numbers.every((number) => Number.isSafeInteger(number))) return []
  return [{ system, timeline, acceptances, firstWrittenAtMs, lastWrittenAtMs }]
}
