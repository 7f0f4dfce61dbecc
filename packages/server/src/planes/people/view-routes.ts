import { secondsOf } from '@quoin/core/time/seconds-of.ts'
import * as operations from '@quoin/contract/people/view-operations.ts'
import { beginView as begin, endView as end } from '../../features/people/view-publisher.ts'
import { personRoute } from './visitor-route.ts'

export const beginView = personRoute(operations.beginView, async ({ ports, body, person }) => {
  const expiresAtMs = await begin({ ...ports, person }, body)
  const data = { expires_at: secondsOf(expiresAtMs) }
  return { status: 201, data, message: 'You may look, for an hour.' }
})

export const endView = personRoute(operations.endView, async ({ ports, path, person }) => {
  await end({ ...ports, person }, path.publisherId)
  return { data: {}, message: 'You look no more.' }
})
