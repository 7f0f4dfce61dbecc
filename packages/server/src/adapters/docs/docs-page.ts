import { join } from 'node:path'
import { unavailable } from '@quoin/core/errors.ts'
import { RateWindow } from '@quoin/core/limits/rate-window.ts'
import type { DocsAnswer } from './docs-answer.ts'
import type { Documents } from './documents.ts'
import { readReference } from './reference-files.ts'

const repository = join(import.meta.dirname, '../../../../..')
const referencePath = '/docs/reference'
const searchPath = '/docs/search'
/** The answers that are kept: all readers share their bytes, however slowly they take them. */
const keptMax = 500
/** Anybody may search, and a search takes some milliseconds in which nobody else is answered. */
const searchBounds = { limit: 20, windowMs: 1_000 }

/** Where pages were before. */
const moved: ReadonlyMap<string, string> = new Map([
  ['/docs', '/docs/'],
  [referencePath, `${referencePath}/`],
  ['/docs/guide', '/docs/publishers'],
  ['/docs/guide/receivers', '/docs/receivers'],
  ['/docs/guide/collector', '/docs/collector'],
])

/**
 * The documents at /docs: the folder `docs` as pages, each of them as Markdown too (`.md`), a search, and the reference
 * of the API. The libraries of the pages are loaded when their first reader comes.
 */
export class DocsPage {
  #documents: Promise<Documents> | undefined
  readonly #searches = new RateWindow(searchBounds)
  readonly #kept = new Map<string, Promise<DocsAnswer>>()

  /** `asked` is what somebody searches for. */
  async answer(url: string, asked = ''): Promise<DocsAnswer> {
    if (url === searchPath) return await this.#search(asked)
    const known = this.#kept.get(url)
    if (known !== undefined) return await known
    const made = this.#find(url)
    if (this.#kept.size < keptMax) this.#kept.set(url, made)
    // Pages that do not exist have any number of names, and a failure, as of a disk, ends.
    const isLasting = await made.then(({ status }) => status < 400).catch(() => false)
    if (!isLasting) this.#kept.delete(url)
    return await made
  }

  async #search(asked: string): Promise<DocsAnswer> {
    if (!this.#searches.admit(performance.now()).isAdmitted)
      throw unavailable('Too many are searching at this moment.', { retryAfterSec: 1 })
    return await (await this.#openDocuments()).search(asked)
  }

  async #find(url: string): Promise<DocsAnswer> {
    const location = moved.get(url)
    if (location !== undefined) return { ...nothing, status: 302, location }
    if (url.startsWith(`${referencePath}/`)) {
      const answer = await readReference(url.slice(referencePath.length))
      if (answer !== undefined) return answer
    }
    const documents = await this.#openDocuments()
    return (await documents.find(url)) ?? documents.missing
  }

  /** A failure, as of a disk, is not kept. */
  async #openDocuments(): Promise<Documents> {
    this.#documents ??= import('./documents.ts')
      .then(async ({ openDocuments }) => await openDocuments(repository))
      .catch((error: unknown) => {
        this.#documents = undefined
        throw error
      })
    return await this.#documents
  }
}

const nothing = {
  contentType: 'text/plain; charset=utf-8',
  body: Buffer.alloc(0),
  policy: "default-src 'none'",
  isImmutable: false,
} as const
