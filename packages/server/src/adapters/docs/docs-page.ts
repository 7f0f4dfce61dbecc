import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { unavailable } from '@quoin/core/errors.ts'
import { RateWindow } from '@quoin/core/limits/rate-window.ts'
import Fastify, { type FastifyInstance } from 'fastify'
import type { DocsAnswer } from './docs-answer.ts'
import type { Documents } from './documents.ts'

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
 * of the API. The libraries of the pages and of the reference (4 MB) are loaded when their first reader comes.
 */
export class DocsPage {
  #documents: Promise<Documents> | undefined
  #reference: Promise<FastifyInstance> | undefined
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
      const answer = await this.#renderReference(url)
      if (answer.status !== 404) return answer
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

  async #renderReference(url: string): Promise<DocsAnswer> {
    this.#reference ??= openReference()
    const response = await (await this.#reference).inject({ method: 'GET', url })
    const contentType = String(response.headers['content-type'] ?? 'text/plain')
    const body = withoutPlaceholder(response.rawPayload)
    const policy = policyOf(body, contentType)
    return { status: response.statusCode, contentType, body, policy, isImmutable: false }
  }
}

const nothing = {
  contentType: 'text/plain; charset=utf-8',
  body: Buffer.alloc(0),
  policy: "default-src 'none'",
  isImmutable: false,
} as const

/** The library's text in an empty credential box: a joke that looks like a credential. No setting ends it. */
const placeholder = 'QUxMIFlPVVIgQkFTRSBBUkUgQkVMT05HIFRPIFVT'

function withoutPlaceholder(body: Buffer): Buffer {
  const own = Buffer.from(body)
  for (let at = own.indexOf(placeholder); at >= 0; at = own.indexOf(placeholder, at)) {
    own.fill(' ', at, at + placeholder.length)
  }
  return own
}

async function openReference(): Promise<FastifyInstance> {
  const { default: scalar } = await import('@scalar/fastify-api-reference')
  const server = Fastify({ logger: false })
  await server.register(scalar, {
    routePrefix: referencePath,
    configuration: {
      url: '/openapi.json',
      title: 'Quoin API',
      favicon: '/docs/icon.svg',
      withDefaultFonts: false,
      telemetry: false,
      hideClientButton: true,
      // The vendor's services: none of them could be reached from this page.
      agent: { disabled: true },
      mcp: { disabled: true },
      showDeveloperTools: 'never',
      authentication: { preferredSecurityScheme: ['apiKey', 'apiSecret'] },
    },
  })
  await server.ready()
  return server
}

/**
 * No outside address is ever asked: the reference, its script and its fonts are our own or the system's. No text becomes
 * a script: neither by `eval` nor in the page, but for those that it begins with, known by their digests.
 */
function policyOf(body: Buffer, contentType: string): string {
  const inline = contentType.startsWith('text/html')
    ? [...body.toString().matchAll(/<script(?![^>]* src=)[^>]*>(.*?)<\/script>/gs)]
    : []
  const digests = inline.map(
    ([, text = '']) => ` 'sha256-${createHash('sha256').update(text).digest('base64')}'`,
  )
  return (
    `default-src 'none'; script-src 'self'${digests.join('')}; style-src 'self' 'unsafe-inline'; ` +
    "img-src 'self' data:; font-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; " +
    "frame-ancestors 'none'"
  )
}
