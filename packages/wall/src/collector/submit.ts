import { measureFacts, readFacts } from './facts.ts'

interface FingerprintOrder {
  /** The address of Quoin; '' on its own pages. */
  readonly baseUrl: string
  readonly session: string
  readonly userId: string
  /** minimal: what a browser says of itself, under a random id. full: what FingerprintJS measures, too. */
  readonly collect: 'minimal' | 'full'
}

/** Collects and submits once; resolves to whether it was taken. */
export async function submitFingerprint({
  baseUrl,
  session,
  userId,
  collect,
}: FingerprintOrder): Promise<boolean> {
  const found = collect === 'full' ? await measure() : { hash: ownId(), data: readFacts() }
  const response = await fetch(`${baseUrl}/api/v1/fingerprint`, {
    method: 'POST',
    credentials: 'omit',
    headers: { authorization: `Bearer ${session}`, 'content-type': 'application/json' },
    body: JSON.stringify({ fingerprint_hash: found.hash, user_id: userId, fingerprint_data: found.data }),
  })
  return response.ok
}

async function measure(): Promise<{ hash: string; data: Record<string, unknown> }> {
  const { default: library } = await import('@fingerprintjs/fingerprintjs')
  const agent = await library.load()
  const { visitorId, components } = await agent.get()
  const { canvas, audio } = components
  // Drawing and sound are sent as digests: they are long, and only compared.
  const digests = { canvas_digest: await digest(canvas), audio_digest: await digest(audio) }
  return { hash: visitorId, data: { ...readFacts(), ...measureFacts(), ...digests } }
}

async function digest(value: unknown): Promise<string | undefined> {
  // Pages without TLS have no subtle crypto, but for those of this very machine.
  if (crypto.subtle === undefined) return undefined
  const bytes = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(JSON.stringify(value)))
  return [...new Uint8Array(bytes)]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('')
    .slice(0, 32)
}

const idKey = 'quoin-id'

/** A random id that this browser keeps; where it keeps nothing, one of this visit. */
function ownId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  const made = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  try {
    const known = localStorage.getItem(idKey)
    if (known !== null) return known
    localStorage.setItem(idKey, made)
  } catch {
    // Storage is refused: embedded views and strict settings.
  }
  return made
}
