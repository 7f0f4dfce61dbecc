import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { chromium } from 'playwright-core'

const chromiumFiles = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'] as const
/** Without the browser's own windows, which are drawn even when nobody sees them, tests take a third less. */
export const chromiumFile = chromiumFiles.find(existsSync) ?? chromiumFiles[1]
export const chromiumMissing = existsSync(chromiumFile) ? false : `${chromiumFile} is not installed here`

const words =
  '--headless --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking --disable-component-update --disable-sync'

/** The findings of both libraries in one browser, as they answer them. */
export interface Collected {
  readonly userAgent: string
  readonly fingerprintJs: { readonly visitorId: string; readonly components: Record<string, unknown> }
  readonly thumbmarkJs: { readonly thumbmark: string; readonly components: Record<string, unknown> }
}

const inPage = `(async () => {
  const agent = await FingerprintJS.load({ monitoring: false })
  const { visitorId, components } = await agent.get()
  const thumbmarkJs = await new ThumbmarkJS.Thumbmark({ logging: false }).get()
  return JSON.stringify({ userAgent: navigator.userAgent, fingerprintJs: { visitorId, components }, thumbmarkJs })
})()`

/** Runs both libraries in the Chromium of this machine, on a page of this process. */
export async function collect(): Promise<Collected> {
  const pages = servePages()
  const folder = mkdtempSync(join(tmpdir(), 'quoin-chromium-'))
  const options = { executablePath: chromiumFile, args: words.split(' ') }
  const browser = await chromium.launchPersistentContext(folder, options)
  try {
    const page = await browser.newPage()
    await page.goto(await pages.url)
    return JSON.parse(await page.evaluate<string>(inPage))
  } finally {
    await browser.close()
    pages.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

function servePages(): { readonly url: Promise<string>; close(): void } {
  const require = createRequire(import.meta.url)
  // Their doors do not export the bundles for browsers, which lie beside them.
  const bundle = (name: string, file: string) => readFileSync(join(dirname(require.resolve(name)), file))
  const scripts: Readonly<Record<string, Buffer>> = {
    '/fp.js': bundle('@fingerprintjs/fingerprintjs', 'fp.umd.min.js'),
    '/tm.js': bundle('@thumbmarkjs/thumbmarkjs', 'thumbmark.umd.js'),
  }
  const server = createServer(({ url = '/' }, response) => {
    const script = scripts[url]
    const type = script === undefined ? 'text/html' : 'text/javascript'
    response.writeHead(200, { 'content-type': type })
    response.end(script ?? '<!doctype html><script src="/fp.js"></script><script src="/tm.js"></script>')
  })
  const url = new Promise<string>((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo // TCP has no other kind
      resolve(`http://127.0.0.1:${port}/`)
    })
  })
  return {
    url,
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}
