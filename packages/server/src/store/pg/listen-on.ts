import { setTimeout as delay } from 'node:timers/promises'

import pg from 'pg'
import type { DatabaseHosts } from './database-hosts.ts'

interface ListenOptions {
  hosts: DatabaseHosts
  /** For the host of the moment. */
  settings: () => pg.ClientConfig
  channel: string
  onPayload: (payload: string) => void
  onReconnect: () => void
}

const backoffMinMs = 100
const backoffMaxMs = 5_000

/**
 * Keeps one connection listening until it is stopped; the first one must succeed, later ones are tried for
 * ever.
 */
export async function listenOn({
  hosts,
  settings,
  channel,
  onPayload,
  onReconnect,
}: ListenOptions): Promise<() => Promise<void>> {
  const stopping = new AbortController()
  let isReconnecting = false
  let client = await connect(lost)
  // It would hear nothing more where it is.
  const forgetMoves = hosts.whenMoved(() => {
    client.off('end', lost)
    void client.end().catch(() => {})
    lost()
  })

  async function connect(onLost: () => void): Promise<pg.Client> {
    await hosts.choose()
    const host = hosts.current
    const next = new pg.Client({ ...settings(), connectionTimeoutMillis: backoffMaxMs })
    next.on('error', () => {})
    next.on('notification', ({ payload }) => onPayload(payload ?? ''))
    try {
      await next.connect()
      // It rests for hours, whatever the role allows others.
      await next.query(`select set_config('idle_session_timeout', '0', false)`)
      await next.query(`listen ${next.escapeIdentifier(channel)}`)
      if (host !== hosts.current) throw new Error('Another host is used by now')
    } catch (error) {
      if (host === hosts.current) hosts.leave()
      await next.end()
      throw error
    }
    next.once('end', onLost)
    return next
  }

  function lost(): void {
    if (stopping.signal.aborted || isReconnecting) return
    isReconnecting = true
    void reconnect().finally(() => {
      isReconnecting = false
    })
  }

  async function reconnect(): Promise<void> {
    for (let waitMs = backoffMinMs; ; waitMs = Math.min(waitMs * 2, backoffMaxMs)) {
      // A share of chance, so that many processes do not come back to a restarted server in one moment.
      await delay(waitMs * (0.5 + Math.random() / 2), undefined, { signal: stopping.signal }).catch(() => {})
      if (stopping.signal.aborted) return
      const next = await connect(lost).catch(() => undefined)
      if (next === undefined) continue
      if (stopping.signal.aborted) return void (await next.end())
      client = next
      onReconnect()
      return
    }
  }

  return async () => {
    stopping.abort()
    forgetMoves()
    await client.end()
  }
}
