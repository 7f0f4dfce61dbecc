import { randomUUID } from 'node:crypto'
import { Agent } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { reportedUsd } from './ask-once.ts'
import { askHttp, type HttpAnswer, type HttpQuestion } from './ask-http.ts'
import type { Installation } from './installation.ts'
import type { Journal } from './journal.ts'

export interface AllCallersOptions {
  /** Where all of them ask. */
  readonly port: number
  readonly installation: Installation
  readonly operatorToken: string
  /** The token of the wall's user. */
  readonly session: string
  readonly journal: Journal
}

export interface AllCallers {
  /** The number of answers as they ought to be, by kind of caller. */
  readonly served: Readonly<Record<string, number>>
  /** A line for each request that failed: its kind and what came in place of an answer. */
  readonly failed: readonly string[]
  /** The ids of conversions that a publisher was told are recorded. */
  readonly claims: readonly string[]
  /** Ends when every request that is under way has its answer. */
  stop(): Promise<void>
}

interface Asked extends HttpQuestion {
  /** Notes what was acknowledged; false where the answer is not the one that was asked for. */
  readonly accept: (answer: HttpAnswer) => boolean
  /** Whoever is not served tries again later. */
  readonly refused?: () => void
}

interface Kind {
  readonly callers: number
  readonly connection: 'kept' | 'new'
  readonly pauseMs: number
  /** Undefined when there is nothing to ask for now. */
  readonly ask: (scene: Scene) => Asked | undefined
}

type Scene = AllCallersOptions & { readonly claims: string[] }

/** Longer than DRAIN_MS and the checks of the balancer: it is under way when its Quoin ends. */
const slowMs = 3_500

const kinds: Readonly<Record<string, Kind>> = {
  'links, kept': { callers: 4, connection: 'kept', pauseMs: 25, ask: follow },
  'links, new': { callers: 2, connection: 'new', pauseMs: 25, ask: follow },
  'lists, kept': { callers: 2, connection: 'kept', pauseMs: 25, ask: list },
  'lists, new': { callers: 1, connection: 'new', pauseMs: 25, ask: list },
  wall: { callers: 1, connection: 'kept', pauseMs: 200, ask: lookAtWall },
  'postbacks by GET, kept': { callers: 2, connection: 'kept', pauseMs: 25, ask: report },
  'postbacks by GET, new': { callers: 1, connection: 'new', pauseMs: 25, ask: report },
  'postbacks by POST, kept': { callers: 2, connection: 'kept', pauseMs: 25, ask: post },
  'postbacks by POST, new': { callers: 1, connection: 'new', pauseMs: 25, ask: post },
  'postbacks by POST, slow': {
    callers: 6,
    connection: 'new',
    pauseMs: 25,
    ask: (scene) => withRest(post(scene)),
  },
  claims: { callers: 2, connection: 'kept', pauseMs: 50, ask: claim },
  'claims, slow': { callers: 2, connection: 'kept', pauseMs: 50, ask: (scene) => withRest(claim(scene)) },
  activity: { callers: 1, connection: 'kept', pauseMs: 50, ask: readActivity },
  'dashboard, kept': { callers: 1, connection: 'kept', pauseMs: 200, ask: operate },
  'dashboard, new': { callers: 1, connection: 'new', pauseMs: 200, ask: operate },
}

/** Callers of every kind that keep at it, each with a question at a time. */
export function startAllCallers(options: AllCallersOptions): AllCallers {
  const stopping = new AbortController()
  const scene: Scene = { ...options, claims: [] }
  const served: Record<string, number> = Object.fromEntries(Object.keys(kinds).map((name) => [name, 0]))
  const failed: string[] = []
  const keepAt = async (name: string, { connection, pauseMs, ask }: Kind): Promise<void> => {
    const agent = connection === 'kept' ? new Agent({ keepAlive: true, maxSockets: 1 }) : false
    while (!stopping.signal.aborted) {
      const asked = ask(scene)
      if (asked !== undefined) {
        const answer = await askHttp(options.port, agent, asked).catch((error: Error) => error)
        if (!(answer instanceof Error) && asked.accept(answer)) served[name] = (served[name] ?? 0) + 1
        else {
          asked.refused?.()
          failed.push(`${new Date().toISOString()} ${name}: ${tell(answer)}`)
        }
      }
      await delay(pauseMs)
    }
    if (agent !== false) agent.destroy()
  }
  const callers = Object.entries(kinds).flatMap(([name, kind]) =>
    Array.from({ length: kind.callers }, () => keepAt(name, kind)),
  )
  return {
    served,
    failed,
    claims: scene.claims,
    async stop() {
      stopping.abort()
      await Promise.all(callers)
    },
  }
}

function tell(answer: HttpAnswer | Error): string {
  return answer instanceof Error ? answer.message : `${answer.status} ${answer.body.slice(0, 300)}`
}

function follow({ installation: { apiKey, offerId }, journal }: Scene): Asked {
  return {
    path: `/track?offerId=${offerId}&apiKey=${apiKey}&userId=user-${randomUUID()}`,
    accept({ status, location }) {
      const clickId = /[?&]click_id=([0-9a-f-]{36})/.exec(location ?? '')?.[1]
      if (status !== 302 || clickId === undefined) return false
      journal.clickAcknowledged(clickId)
      return true
    },
  }
}

function list({ installation: { apiKey, apiSecret, offerId } }: Scene): Asked {
  return {
    path: '/api/v1/offers?userId=finder&limit=1',
    headers: { 'x-api-key': apiKey, 'x-api-secret': apiSecret },
    accept: ({ status, body }) => status === 200 && body.includes(`"offer_id":${offerId}`),
  }
}

function lookAtWall({ session }: Scene): Asked {
  return {
    path: `/wall?session=${session}`,
    headers: { accept: 'text/html' },
    accept: ({ status, body }) => status === 200 && body.trimEnd().endsWith('</html>'),
  }
}

const reportOf = (clickId: string): string => `click_id=${clickId}&payout=${reportedUsd}&status=approved`

function acknowledge(journal: Journal, clickId: string): Pick<Asked, 'accept' | 'refused'> {
  return {
    accept({ status, body }) {
      if (status !== 200 || !body.includes('"duplicate":false')) return false
      journal.postbackAcknowledged(clickId)
      return true
    },
    refused: () => journal.reportAgain(clickId),
  }
}

function report({ journal }: Scene): Asked | undefined {
  const clickId = journal.takeUnreported()
  if (clickId === undefined) return undefined
  return { path: `/postback?${reportOf(clickId)}`, ...acknowledge(journal, clickId) }
}

function post({ journal }: Scene): Asked | undefined {
  const clickId = journal.takeUnreported()
  if (clickId === undefined) return undefined
  return {
    path: '/postback',
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: reportOf(clickId),
    ...acknowledge(journal, clickId),
  }
}

function claim({ installation: { apiKey, apiSecret, offerId }, claims }: Scene): Asked {
  const id = randomUUID()
  return {
    path: '/v1/conversions',
    method: 'POST',
    headers: { 'x-api-key': apiKey, 'x-api-secret': apiSecret, 'content-type': 'application/json' },
    body: JSON.stringify({ userId: `claimant-${id}`, offerId, transactionId: id }),
    accept({ status, body }) {
      const conversionId = /"conversion_id":"([0-9a-f-]{36})"/.exec(body)?.[1]
      if (status !== 201 || conversionId === undefined) return false
      claims.push(conversionId)
      return true
    },
  }
}

const withRest = (asked: Asked | undefined): Asked | undefined => asked && { ...asked, restAfterMs: slowMs }

function readActivity({ installation: { apiKey, apiSecret } }: Scene): Asked {
  return {
    path: '/api/v1/users/finder/activity',
    headers: { 'x-api-key': apiKey, 'x-api-secret': apiSecret },
    accept: ({ status, body }) => status === 200 && body.includes('"success":true'),
  }
}

function operate({ operatorToken }: Scene): Asked {
  return {
    path: '/operator/v1/overview',
    headers: { authorization: `Bearer ${operatorToken}` },
    accept: ({ status, body }) => status === 200 && body.includes('"success":true'),
  }
}
