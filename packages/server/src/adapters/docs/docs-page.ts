import { access } from 'node:fs/promises'
import { join } from 'node:path'
import Fastify, { type FastifyInstance } from 'fastify'
import { policyOf, readSiteFile } from './site-files.ts'

interface DocsAnswer {
  readonly status: number
  readonly contentType: string
  readonly body: Buffer
  /** The sources that the page may load. */
  readonly policy: string
  readonly isImmutable: boolean
  /** Where the page is, for an answer that says no more. */
  readonly location?: string
}

const repository = join(import.meta.dirname, '../../../../..')
/** Built by `npm ci` from the folder `docs` (packages/docs-site). */
const siteFolder = join(repository, 'packages/docs-site/dist')
const docsFolder = join(repository, 'docs')
const referencePath = '/docs/reference'
/** The answers that are kept: all readers share their bytes, however slowly they take them. */
const keptMax = 500

/** Where pages were before there was a site. */
const moved: ReadonlyMap<string, string> = new Map([
  ['/docs', '/docs/'],
  [referencePath, `${referencePath}/`],
  ['/docs/guide', '/docs/publishers'],
  ['/docs/guide/receivers', '/docs/receivers'],
  ['/docs/guide/collector', '/docs/collector'],
])

/**
 * The documents at /docs: the site made of the folder `docs`, each of its pages as Markdown too (`.md`), and the
 * reference of the API. The reference's library is 4 MB, so it is loaded when the first reader comes.
 */
export class DocsPage {
  #reference: Promise<FastifyInstance> | undefined
  readonly #kept = new Map<string, DocsAnswer>()

  async answer(url: string): Promise<DocsAnswer> {
    const known = this.#kept.get(url)
    if (known !== undefined) return known
    const answer = await this.#find(url)
    // Pages that do not exist have any number of names, and are not kept.
    if (answer.status < 400 && this.#kept.size < keptMax) this.#kept.set(url, answer)
    return answer
  }

  async #find(url: string): Promise<DocsAnswer> {
    const location = moved.get(url)
    if (location !== undefined) return { ...nothing, status: 302, location }
    if (url.startsWith(`${referencePath}/`)) return await this.#renderReference(url)
    const path = url.slice('/docs'.length)
    const file = path.endsWith('.md')
      ? await readSiteFile(docsFolder, path)
      : await readSiteFile(siteFolder, fileOf(path))
    if (file !== undefined) return { status: 200, ...file }
    return path === '/' && !(await isBuilt())
      ? { ...nothing, status: 302, location: `${referencePath}/` }
      : { ...nothing, status: 404 }
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

/** A page stands under its name without an ending, and a folder's first page under that of the folder. */
function fileOf(path: string): string {
  if (path.endsWith('/')) return `${path}index.html`
  return /\.\w+$/.test(path) ? path : `${path}.html`
}

async function isBuilt(): Promise<boolean> {
  return await access(join(siteFolder, 'index.html')).then(
    () => true,
    () => false,
  )
}

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
