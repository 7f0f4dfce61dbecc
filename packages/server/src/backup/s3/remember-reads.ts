import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { timeOfBackup } from '@quoin/core/backup/backup-name.ts'
import { isSystemError } from '../../boot/process/private-file.ts'
import type { BackupRepository } from '../backup-repository.ts'

interface Remembering {
  /** How long an answer is good for. */
  readonly freshMs: number
  /** How long an error is: a page that asks every few seconds does not wait for each. */
  readonly failedMs: number
  readonly monotonicMs: () => number
}

/** A repository whose answers are remembered for a while. */
interface RememberedRepository extends BackupRepository {
  /** Whoever knows of a change asks anew. */
  forget(): void
}

/** Some hundreds of small answers. */
const answersMax = 2_000

/**
 * Remembers listings, sizes and small files: the server looks at its backups twice a minute, a page every five seconds, and
 * each look at S3 costs money. A file that it writes is seen at once, and that of another process when the answer is old.
 */
export function rememberReads(
  inner: BackupRepository,
  { freshMs, failedMs, monotonicMs }: Remembering,
): RememberedRepository {
  const answers = new Map<string, { readonly answer: Promise<unknown>; untilMs: number }>()
  const remember = <T>(question: string, ask: () => Promise<T>): Promise<T> => {
    const known = answers.get(question)
    if (known !== undefined && monotonicMs() < known.untilMs) return known.answer as Promise<T> // as it was asked
    if (answers.size >= answersMax) answers.clear()
    const answer = ask()
    const noted = { answer, untilMs: monotonicMs() + freshMs }
    answers.set(question, noted)
    answer.catch((error: unknown) => {
      // A file that is not there is an answer.
      if (!isSystemError(error, 'ENOENT')) noted.untilMs = monotonicMs() + failedMs
    })
    return answer
  }
  /** A file that is new changes what its folders hold. */
  const forgetAround = (path: string): void => {
    const parts = path.split('/')
    for (const [at] of parts.entries()) answers.delete(`folder ${parts.slice(0, at).join('/')}`)
    for (const question of [`find ${path}`, `read ${path}`]) answers.delete(question)
    if (timeOfBackup(parts[0] ?? '') !== undefined) answers.delete('list')
  }
  return {
    name: inner.name,
    list: async () => [...(await remember('list', async () => await inner.list()))],
    listFolder: async (folder) => [
      ...(await remember(`folder ${folder}`, async () => await inner.listFolder(folder))),
    ],
    find: async (path) => await remember(`find ${path}`, async () => await inner.find(path)),
    read: (path) => Readable.from(once(remember(`read ${path}`, async () => await buffer(inner.read(path))))),
    async claim(name) {
      forgetAround(name)
      return await inner.claim(name)
    },
    write(path) {
      const file = inner.write(path)
      file.once('finish', () => forgetAround(path))
      return file
    },
    async remove(path) {
      answers.clear()
      await inner.remove(path)
    },
    forget: () => answers.clear(),
  }
}

async function* once(bytes: Promise<Buffer>): AsyncGenerator<Buffer> {
  yield await bytes
}
