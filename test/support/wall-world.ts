import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { openSession } from '../../packages/server/src/features/credentials/open-session.ts'
import { takeDay } from './browser-day.ts'
import { gatherComplaints, patienceMs, sharedBrowser } from './browser.ts'
import { createWorld, type World, type WorldOptions } from './world.ts'

/** A small server of somebody else, on this machine. */
export interface OtherServer {
  readonly origin: string
  /** The requests that it got: methods and addresses. */
  readonly asked: string[]
  close(): Promise<void>
}

type Answer = (request: IncomingMessage) => { status?: number; type: string; body: string | Buffer }

/** By another name than the wall's, so that it is another site. */
export async function openOther(answer: Answer, host = '127.0.0.1'): Promise<OtherServer> {
  const asked: string[] = []
  const server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`)
    const { status = 200, type, body } = answer(request)
    response.writeHead(status, { 'content-type': type }).end(body)
  })
  const port = await listen(server, 0)
  return {
    origin: `http://${host}:${port}`,
    asked,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

async function listen(server: Server, port: number): Promise<number> {
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  return (server.address() as AddressInfo).port // an IP server has one
}

/** A world whose addresses are real, with a browser in front of it. */
export interface WallWorld extends World {
  readonly base: string
  readonly browser: Browser
  /** A session of a user. */
  sessionOf(userId: string): string
  /** A page with storage of its own. Its complaints are gathered. */
  visit(path: string, options?: BrowserContextOptions): Promise<Page>
}

export async function createWallWorld(options: WorldOptions = {}): Promise<WallWorld> {
  const probe = createServer()
  const port = await listen(probe, 0)
  await new Promise<void>((resolve) => probe.close(() => resolve()))
  const base = `http://127.0.0.1:${port}`
  const environment = { BASE_URL: base, OUTGOING_ALLOW: '127.0.0.0/8', ...options.environment }
  const world = await createWorld({ ...options, environment })
  await world.server.listen({ host: '127.0.0.1', port })
  const browser = await sharedBrowser()
  const contexts: BrowserContext[] = []
  return {
    ...world,
    base,
    browser,
    sessionOf: (userId) => openSession(world.ports, { apiKey: world.app.live.apiKey, userId }).token,
    async visit(path, contextOptions = {}) {
      const context = await browser.newContext({
        baseURL: base,
        viewport: { width: 390, height: 844 },
        locale: 'en-GB',
        timezoneId: 'Europe/Berlin',
        reducedMotion: 'reduce',
        ...contextOptions,
      })
      contexts.push(context)
      context.setDefaultTimeout(patienceMs)
      const page = await context.newPage()
      gatherComplaints(page)
      await takeDay(page, world)
      await page.goto(path)
      return page
    },
    async close() {
      for (const context of contexts) await context.close()
      await world.close()
    },
  }
}
