import { createHash } from 'node:crypto'
import Fastify, { type FastifyInstance } from 'fastify'
import { guidePath, guidePolicy, renderGuidePage } from './guide-page.ts'

interface DocsAnswer {
  readonly status: number
  readonly contentType: string
  readonly body: Buffer
  /** The sources that the page may load. */
  readonly policy: string
}

/**
 * No outside address is ever asked: the page, its script and its fonts are our own or the system's. No text becomes a
 * script: neither by `eval` nor in the page, but for the one that starts the library, known by its digest.
 */
function policyOf(body: Buffer, contentType: string): string {
  const inline = contentType.startsWith('text/html')
    ? [...body.toString().matchAll(/<script type="text\/javascript">(.*?)<\/script>/gs)]
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

/**
 * The readable reference at /docs, and the publishers' guide beside it. Its library is 4 MB, so it is loaded when
 * the first reader comes. Its few pages are kept: all readers share their bytes, however slowly they take them.
 */
export class DocsPage {
  #server: Promise<FastifyInstance> | undefined
  readonly #pages = new Map<string, DocsAnswer>()

  async answer(url: string): Promise<DocsAnswer> {
    const known = this.#pages.get(url)
    if (known !== undefined) return known
    const answer = url.startsWith(guidePath) ? await answerGuide(url) : await this.#render(url)
    // What is not there has any number of names.
    if (answer.status < 400) this.#pages.set(url, answer)
    return answer
  }

  async #render(url: string): Promise<DocsAnswer> {
    this.#server ??= openDocsServer()
    const response = await (await this.#server).inject({ method: 'GET', url })
    const contentType = String(response.headers['content-type'] ?? 'text/plain')
    const body = withoutPlaceholder(response.rawPayload)
    return { status: response.statusCode, contentType, body, policy: policyOf(body, contentType) }
  }
}

async function answerGuide(path: string): Promise<DocsAnswer> {
  const page = await renderGuidePage(path)
  const contentType = page === undefined ? 'text/plain' : 'text/html; charset=utf-8'
  return {
    status: page === undefined ? 404 : 200,
    contentType,
    body: Buffer.from(page ?? ''),
    policy: guidePolicy,
  }
}

/** What the library shows in an empty credential box: a joke that looks like a credential. No setting ends it. */
const placeholder = 'QUxMIFlPVVIgQkFTRSBBUkUgQkVMT05HIFRPIFVT'

function withoutPlaceholder(body: Buffer): Buffer {
  const own = Buffer.from(body)
  for (let at = own.indexOf(placeholder); at >= 0; at = own.indexOf(placeholder, at)) {
    own.fill(' ', at, at + placeholder.length)
  }
  return own
}

async function openDocsServer(): Promise<FastifyInstance> {
  const { default: scalar } = await import('@scalar/fastify-api-reference')
  const server = Fastify({ logger: false })
  await server.register(scalar, {
    routePrefix: '/docs',
    configuration: {
      url: '/openapi.json',
      title: 'Quoin API',
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
