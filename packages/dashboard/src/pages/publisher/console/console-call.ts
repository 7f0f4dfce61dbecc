/** A request to send, and the name by which the page offers it to begin with. */
export interface ConsoleCall {
  readonly name: string
  readonly method: (typeof methods)[number]
  readonly path: string
  readonly body: string
}

export const methods = ['GET', 'POST', 'DELETE'] as const

/** One of the methods by its word. */
export function methodOf(word: string): ConsoleCall['method'] {
  return methods.find((one) => one === word) ?? 'GET'
}

const get = (name: string, path: string): ConsoleCall => ({ name, method: 'GET', path, body: '' })

const toJson = (body: object): string => JSON.stringify(body, null, 2)

/** A call for each thing that a server does, filled in so that it can be sent at once. */
export const beginnings: readonly [ConsoleCall, ...ConsoleCall[]] = [
  get('List offers', '/api/v1/offers?userId=user-42&country=DE&platform=android&limit=3'),
  get(
    'Why is an offer not shown?',
    '/api/v1/offers/1/eligibility?userId=user-42&country=DE&platform=android',
  ),
  get('Conversions of a user', '/api/v1/conversions?userId=user-42'),
  get('Activity of a user', '/api/v1/users/user-42/activity'),
  get('Figures by day', `/api/v1/stats?from=${dayBack(7)}&to=${dayBack(0)}`),
  {
    name: 'Open a browser session',
    method: 'POST',
    path: '/api/v1/sessions',
    body: toJson({ userId: 'user-42' }),
  },
  {
    name: 'Report a conversion',
    method: 'POST',
    path: '/api/v1/conversions',
    body: toJson({ userId: 'user-42', offerId: 1, transactionId: 'order-1' }),
  },
]

function dayBack(days: number): string {
  return new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)
}

/** JSON with its lines; anything else as it is. */
export function writePretty(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}

/** The same call for a shell; the credentials stand in its environment. */
export function writeCurl(origin: string, { method, path, body }: ConsoleCall): string {
  const lines = [
    `curl -sS ${method === 'GET' ? '' : `-X ${method} `}${quote(`${origin}${path}`)}`,
    '-H "X-API-Key: $API_KEY"',
    '-H "X-API-Secret: $API_SECRET"',
    ...(method === 'POST' ? ["-H 'Content-Type: application/json'", `-d ${quote(body)}`] : []),
  ]
  return lines.join(' \\\n  ')
}

function quote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`
}
