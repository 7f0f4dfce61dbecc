import * as operations from '@quoin/contract/operations.ts'
import { openSession } from '../../features/credentials/open-session.ts'
import { route } from '../../http/route.ts'

export const createSession = route(operations.createSession, ({ ports, caller, body }) => {
  const session = openSession(ports, { apiKey: caller.key.key, userId: body.userId, ttlSec: body.ttlSeconds })
  return {
    status: 201,
    data: { token: session.token, expires_at: session.expiresAtSec },
    message: 'The session is open.',
  }
})
