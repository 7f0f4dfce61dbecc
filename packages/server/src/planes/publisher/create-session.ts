import * as operations from '@quoin/contract/operations.ts'
import { formatMicros } from '@quoin/core/payout/money.ts'
import { openSession } from '../../features/credentials/open-session.ts'
import { route } from '../../http/route.ts'

function textOf(micros: number | undefined): string | undefined {
  return micros === undefined ? undefined : formatMicros(micros)
}

export const createSession = route(operations.createSession, ({ ports, caller, body }) => {
  const { userId, ttlSeconds: ttlSec, balance, pending } = body
  const session = openSession(ports, {
    apiKey: caller.key.key,
    userId,
    ttlSec,
    balance: textOf(balance),
    pending: textOf(pending),
  })
  return {
    status: 201,
    data: { token: session.token, expires_at: session.expiresAtSec },
    message: 'The session is open.',
  }
})
