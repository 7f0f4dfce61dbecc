import type { Offer, OfferListMeta } from '../server/wire/offers.ts'
import type { FingerprintVerdict } from '../server/wire/users.ts'

interface BrowserCall {
  readonly baseUrl: string
  /** A session of your server: the secret has no place in a page. */
  readonly session: string
  readonly userId: string
}

/** The offers of the session's user. The app must allow this page's origin. */
export async function offers({
  baseUrl,
  session,
  userId,
  ...query
}: BrowserCall & Readonly<Record<string, string | number>>): Promise<{
  readonly data: Offer[]
  readonly meta: OfferListMeta
}> {
  const given = new URLSearchParams({
    userId,
    ...Object.fromEntries(Object.entries(query).map(([name, one]) => [name, String(one)])),
  })
  return await ask(`${baseUrl}/api/v1/offers?${given}`, session)
}

/** Submits what a collector of your own has found. The wall does this by itself. */
export async function submitFingerprint({
  baseUrl,
  session,
  userId,
  hash,
  data,
}: BrowserCall & {
  readonly hash: string
  readonly data?: Readonly<Record<string, unknown>> | undefined
}): Promise<FingerprintVerdict> {
  const body = JSON.stringify({ user_id: userId, fingerprint_hash: hash, fingerprint_data: data })
  const answer = await ask<{ data: FingerprintVerdict }>(`${baseUrl}/api/v1/fingerprint`, session, body)
  return answer.data
}

async function ask<Answer>(address: string, session: string, body?: string): Promise<Answer> {
  const response = await fetch(address, {
    credentials: 'omit',
    headers: { authorization: `Bearer ${session}`, ...(body ? { 'content-type': 'application/json' } : {}) },
    ...(body ? { method: 'POST', body } : {}),
  })
  const answer = await response.json()
  if (!response.ok) throw new Error(`${answer.error?.code}: ${answer.error?.message}`)
  return answer
}
