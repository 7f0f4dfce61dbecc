import type { Db } from '../../packages/server/src/store/pg/database.ts'

const quarterMs = 900_000
const dayMs = 86_400_000

interface RawClick {
  id: string
  app_id: number
  offer_id: number
  user_id: string
  country: string
  platform: string
  sub_id: string | null
  verdict: string
  outcome: string
  written_in: number
}

interface RawConversion {
  id: string
  app_id: number
  offer_id: number
  country: string | null
  platform: string | null
  sub_id: string | null
  click_id: string | null
  status: string
  revenue_micros: number
  payout_micros: number
  created_at: number
  approved_at: number | null
}

/**
 * Figures by `app quarter offer country platform sub status measure`: an oracle that shares no code with the
 * server.
 */
export async function countRaw(db: Db): Promise<Map<string, number>> {
  const figures = new Map<string, number>()
  const add = (parts: readonly unknown[], figure: number): void => {
    const key = parts.join('|')
    figures.set(key, (figures.get(key) ?? 0) + figure)
  }
  const clicks = await db.query<RawClick>('select * from clicks where not is_test', [])
  const inOrder = clicks.sort((a, b) => a.written_in - b.written_in || (a.id < b.id ? -1 : 1))
  const seen = new Set<string>()
  for (const click of inOrder) {
    const atMs = Number.parseInt(click.id.replaceAll('-', '').slice(0, 12), 16)
    const quarter = Math.floor(atMs / quarterMs) * quarterMs
    const place = [
      click.app_id,
      quarter,
      click.offer_id,
      click.country,
      click.platform,
      click.sub_id ?? '',
      '',
    ]
    if (click.verdict !== 'valid') add([...place, 'bot_clicks'], 1)
    else if (click.outcome !== 'redirected') add([...place, 'fallback_clicks'], 1)
    else {
      add([...place, 'clicks'], 1)
      const first = [click.app_id, click.offer_id, click.user_id, Math.floor(atMs / dayMs)].join('|')
      if (!seen.has(first)) add([...place, 'unique_clicks'], 1)
      seen.add(first)
    }
  }
  const conversions = await db.query<RawConversion>(
    `select v.*, (select min(happened_at) from conversion_events e
       where e.conversion_id = v.id and e.to_status = 'approved') as approved_at
     from conversions v where not is_test`,
    [],
  )
  for (const conversion of conversions) {
    const quarter = Math.floor(conversion.created_at / quarterMs) * quarterMs
    const { app_id, offer_id, country, platform, sub_id, status } = conversion
    const place = [app_id, quarter, offer_id, country ?? 'ZZ', platform ?? '', sub_id ?? '', status]
    add([...place, 'conversions'], 1)
    add([...place, 'revenue_micros'], conversion.revenue_micros)
    add([...place, 'payout_micros'], conversion.payout_micros)
  }
  for (const [key, figure] of figures) if (figure === 0) figures.delete(key)
  return figures
}
