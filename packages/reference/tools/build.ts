import { createHash } from 'node:crypto'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import scalar from '@scalar/fastify-api-reference'
import Fastify from 'fastify'
import { compressFile } from '../../dashboard/tools/compressed-copies.ts'

/**
 * Prints the reference into packages/reference/dist: its page, and the one script that the page loads. The script has the
 * digest of its content in its name, so that readers keep it, and is compressed once.
 */
const folder = fileURLToPath(new URL('../dist/', import.meta.url))
/** Where the server serves it. */
const prefix = '/docs/reference'
/** The library's text in an empty credential box: a joke that looks like a credential. No setting ends it. */
const placeholder = 'QUxMIFlPVVIgQkFTRSBBUkUgQkVMT05HIFRPIFVT'
/** The page is empty until megabytes of a script have come and run. */
const place = '<div id="app"></div>'
/** Stands behind it, since the library takes what is inside for its own, and goes when the reference is there. */
const loading =
  `${place}<style>#app:not(:empty) ~ .loading { display: none }</style>` +
  '<p class="loading" style="font:1rem/1.5 system-ui,sans-serif;padding:2rem">The reference is loading…</p>' +
  '<noscript><p style="font:1rem/1.5 system-ui,sans-serif;padding:0 2rem">It needs JavaScript. The same is in ' +
  '<a href="/openapi.json">the OpenAPI document</a>.</p></noscript>'
/** The library's title of every page. */
const title = 'Scalar API Reference'

const startedMs = performance.now()
const server = Fastify({ logger: false })
await server.register(scalar, {
  routePrefix: prefix,
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
rmSync(folder, { recursive: true, force: true })
const page = await read('/')
const [, script = ''] = /<script[^>]* src="([^"]+)"/.exec(page) ?? []
const program = await read(`/${script}`)
const digest = createHash('sha256').update(program).digest('hex').slice(0, 12)
if (!page.includes(place))
  throw new Error('The page of the reference has changed: it has no place for a first line.')
const named = script.replace(/\.js$/, `-${digest}.js`)
write(named, program)
compressFile(join(folder, named))
write(
  'index.html',
  page
    .replace(script, named)
    .replace(place, loading)
    .replace('<html>', '<html lang="en">')
    .replace(title, 'Quoin API'),
)
await server.close()
console.log(`The reference is built (${((performance.now() - startedMs) / 1000).toFixed(1)} s).`)

async function read(path: string): Promise<string> {
  const { statusCode, payload } = await server.inject({ method: 'GET', url: `${prefix}${path}` })
  if (statusCode !== 200) throw new Error(`${path} of the reference was answered with ${statusCode}.`)
  return payload.replaceAll(placeholder, ' '.repeat(placeholder.length))
}

function write(file: string, text: string): void {
  mkdirSync(dirname(join(folder, file)), { recursive: true })
  writeFileSync(join(folder, file), text)
}
