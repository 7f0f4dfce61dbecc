import { type Agent, request } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'

export interface HttpQuestion {
  readonly path: string
  readonly method?: 'GET' | 'POST'
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
  /** The second half of the body is sent this much later. */
  readonly restAfterMs?: number
}

export interface HttpAnswer {
  readonly status: number
  readonly location: string | undefined
  readonly body: string
}

const answerTimeoutMs = 20_000
/** A browser's: what a tool earns is held for review. */
const userAgent = 'Mozilla/5.0 (X11; Linux x64) AppleWebKit/537.36 Chrome/141.0.0.0 Safari/537.36'

/** By a kept connection of the agent, or with `false` by a new one. Rejects when it is refused, reset or cut in the middle. */
export async function askHttp(
  port: number,
  agent: Agent | false,
  question: HttpQuestion,
): Promise<HttpAnswer> {
  const { path, method = 'GET', headers = {}, body = '', restAfterMs = 0 } = question
  const length = method === 'POST' ? { 'content-length': String(Buffer.byteLength(body)) } : {}
  const outgoing = request({
    host: '127.0.0.1',
    port,
    agent,
    method,
    path,
    headers: { 'user-agent': userAgent, ...length, ...headers },
    signal: AbortSignal.timeout(answerTimeoutMs),
  })
  const answered = new Promise<HttpAnswer>((resolve, reject) => {
    outgoing.on('error', reject)
    outgoing.on('response', (response) => {
      let text = ''
      response.setEncoding('utf8')
      response.on('data', (piece: string) => {
        text += piece
      })
      response.on('error', reject)
      const { statusCode: status = 0, headers: told } = response
      response.on('end', () => resolve({ status, location: told.location, body: text }))
    })
  })
  // It may fail while the rest of the body is waited for.
  answered.catch(() => {})
  if (restAfterMs > 0) {
    const half = Math.floor(body.length / 2)
    outgoing.write(body.slice(0, half))
    await delay(restAfterMs)
    outgoing.end(body.slice(half))
  } else outgoing.end(body)
  return await answered
}
