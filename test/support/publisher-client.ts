import { askAgain } from './ask-again.ts'

/** An app's credentials and where its server is. */
export interface Publisher {
  readonly baseUrl: string
  readonly apiKey: string
  readonly apiSecret: string
}

export interface ListedOffer {
  readonly offer_id: number
  readonly name: string
  readonly link: string
  readonly payout: number
}

/** An answer of the service over HTTP, read as the envelope that it must be. */
export interface Answer {
  readonly status: number
  readonly success: boolean
  readonly data: unknown
  /** The error's code, or an empty text. */
  readonly code: string
  readonly meta: Readonly<Record<string, unknown>>
}

/** A browser of our time: a click by it is no tool's. */
const browser = 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0'

export async function call(
  { baseUrl, apiKey, apiSecret }: Publisher,
  path: string,
  body?: object,
  method = body === undefined ? 'GET' : 'POST',
): Promise<Answer> {
  const response = await askAgain(`${baseUrl}${path}`, {
    method,
    headers: {
      'x-api-key': apiKey,
      'x-api-secret': apiSecret,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  return await readAnswer(response)
}

/** The offers that a user sees; an error has none. */
export async function offersOf(publisher: Publisher, userId: string): Promise<readonly ListedOffer[]> {
  const { data } = await call(publisher, `/api/v1/offers?userId=${encodeURIComponent(userId)}&limit=100`)
  return (data ?? []) as readonly ListedOffer[] // other tests hold it to that
}

/** Follows a link as a browser does; the click id is in the address it is sent on to. */
export async function follow(link: string): Promise<{ status: number; clickId: string }> {
  const response = await fetch(link, { redirect: 'manual', headers: { 'user-agent': browser } })
  const location = response.headers.get('location') ?? ''
  await response.arrayBuffer()
  return { status: response.status, clickId: /click_id=([0-9a-f-]{36})/.exec(location)?.[1] ?? '' }
}

/** Pays more than any offer of the demo does: what would lose money is held. */
export async function report(postbackUrl: string, clickId: string, status = 'approved'): Promise<Answer> {
  return await readAnswer(await fetch(`${postbackUrl}?click_id=${clickId}&payout=200&status=${status}`))
}

/** The envelope; other tests hold the server to it. */
type Envelope = Omit<Answer, 'status' | 'code'> & { readonly error?: { readonly code: string } }

async function readAnswer(response: Response): Promise<Answer> {
  const json = (await response.json()) as Envelope
  const { success, data, meta, error } = json
  return { status: response.status, success, data, meta, code: error?.code ?? '' }
}
