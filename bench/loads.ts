// The requests of the benchmarks: as many users as a busy minute has.
import { insertClicks } from '../packages/server/src/store/tracking/clicks.ts'
import { type Database, openDatabase } from '../packages/server/src/store/pg/database.ts'
import { benchClick } from './bench-click.ts'
import type { Load } from './load.ts'
import type { QuoinServer } from './quoin-server.ts'

const users = 5_000

const countries = ['US', 'DE', 'GB', 'FR', 'BR', 'IN', 'JP', 'TR', 'PL', 'MX']
const platforms = ['desktop', 'android', 'ios']

function browserHeaders(): Record<string, string> {
  return {
    'user-agent':
      'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Mobile Safari/537.36',
    accept: '*/*',
  }
}

/** Where the requests go, and for which app. */
type Asked = Pick<QuoinServer, 'origin' | 'apiKey' | 'apiSecret'>

export function offersLoad({ origin, apiKey, apiSecret }: Asked, sort = 'payout_desc'): Load {
  const paths = Array.from({ length: users }, (_, user) => {
    const country = countries[user % countries.length]
    const platform = platforms[user % platforms.length]
    return `/api/v1/offers?userId=user-${user}&country=${country}&platform=${platform}&limit=20&sort=${sort}`
  })
  return { origin, method: 'GET', paths, headers: { 'x-api-key': apiKey, 'x-api-secret': apiSecret } }
}

export async function redirectLoad(server: Asked): Promise<Load> {
  const response = await fetch(
    `${server.origin}/api/v1/offers?userId=u&country=US&platform=android&limit=100`,
    {
      headers: { 'x-api-key': server.apiKey, 'x-api-secret': server.apiSecret },
    },
  )
  const { data } = (await response.json()) as { data: { offer_id: number }[] } // the contract's offer list
  const paths = Array.from({ length: users }, (_, user) => {
    const offer = data[user % data.length]
    return `/track?offerId=${offer?.offer_id}&apiKey=${server.apiKey}&userId=user-${user}`
  })
  // Detected from the address: loopback has no country, so the offers that name none are used.
  const open = await Promise.all(paths.slice(0, 100).map((path) => leadsAway(server.origin + path)))
  const good = paths.filter((_, index) => open[index % 100])
  return { origin: server.origin, method: 'GET', paths: good, headers: browserHeaders() }
}

async function leadsAway(url: string): Promise<boolean> {
  const response = await fetch(url, { redirect: 'manual', headers: browserHeaders() })
  await response.body?.cancel()
  return response.status === 302
}

/** Each postback reports a click of its own, so that each is a conversion. */
export class PostbackLoads {
  readonly #server: Pick<QuoinServer, 'origin' | 'databaseUrl'>

  constructor(server: Pick<QuoinServer, 'origin' | 'databaseUrl'>) {
    this.#server = server
  }

  /** `isBeside` other loads nothing is waited for: it is part of the steady state. */
  async next(count: number, { isBeside = false } = {}): Promise<Load> {
    const db = await openDatabase({
      url: this.#server.databaseUrl,
      connectionsMax: 1,
      statementTimeoutMs: 60_000,
    })
    // As most offers are: fixed payout, no cap; and none of which the reports below would lose money.
    const [offer] = await db.query<{ id: number }>(
      `select min(id) as id from offers
       where status = $1 and daily_cap is null and total_cap is null and payout_share_basis_points is null
         and payout_micros <= 1250000`,
      ['active'],
    )
    const [app] = await db.query<{ id: number }>('select min(id) as id from apps', [])
    const wanted = { appId: app?.id ?? 0, offerId: offer?.id ?? 0 }
    const paths: string[] = []
    for (let done = 0; done < count; done += 5_000) {
      const clicks = Array.from({ length: Math.min(5_000, count - done) }, () => benchClick(wanted))
      await insertClicks(db, clicks)
      paths.push(...clicks.map(({ id }) => `/postback?click_id=${id}&payout=1.25&status=approved`))
    }
    if (!isBeside) {
      await db.query('vacuum analyze fresh_clicks')
      await rolledUp(db)
    }
    await db.close()
    return { origin: this.#server.origin, method: 'GET', paths, headers: {} }
  }
}

/** Waits until the prepared rows are rolled up in the background, which must not be part of the measurement. */
async function rolledUp(db: Database): Promise<void> {
  for (;;) {
    const [row] = await db.query<{ isOver: boolean }>(
      `select position >= (select coalesce(max(written_in), 0) from clicks) as "isOver" from stats_progress`,
      [],
    )
    if (row?.isOver) return
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
}
