import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { assertEngine } from './assert-engine.ts'
import type { HostAnswer } from './choose-host.ts'
import { askServer } from './session.ts'

/** The limit of a host's whole answer: nobody waits longer for one that is gone or hangs. */
const answerMs = 2_000

/** Asks all hosts at once who they are. */
export async function askHosts(
  urls: readonly string[],
  settings: (url: string) => pg.ClientConfig,
): Promise<HostAnswer[]> {
  return await Promise.all(urls.map((url) => askHost(url, settings(url))))
}

async function askHost(url: string, settings: pg.ClientConfig): Promise<HostAnswer> {
  const limits = { connectionTimeoutMillis: answerMs, query_timeout: answerMs }
  const client = new pg.Client({ ...settings, ...limits })
  client.on('error', () => {})
  const over = new AbortController()
  try {
    const { seen: server } = await Promise.race([
      client.connect().then(async () => {
        await assertEngine(client, answerMs)
        return await askServer(client, answerMs)
      }),
      delay(answerMs, undefined, { signal: over.signal }).then(() => {
        throw new Error('timeout expired')
      }),
    ])
    return { url, server }
  } catch (failure) {
    return { url, failure }
  } finally {
    over.abort()
    // Not waited for: a host that hangs does not answer this, either.
    void client.end().catch(() => {})
  }
}
