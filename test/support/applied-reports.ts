import type { Conversion } from '@quoin/core/conversions/conversion.ts'
import type { PostbackOutcome } from '../../packages/server/src/ports/writes.ts'
import type { ConversionWorld } from './conversion-world.ts'

/** `approved`, `pending bot`, `rejected cap duplicate`, `unknown_click`: an outcome in short. */
export function short(outcome: PostbackOutcome | undefined): string {
  if (outcome?.kind !== 'applied' && outcome?.kind !== 'duplicate') return outcome?.kind ?? 'none'
  const { status, reason, kind } = outcome
  return [status, reason, kind === 'duplicate' ? kind : null].filter((part) => part !== null).join(' ')
}

export async function conversionsOf(world: ConversionWorld, offerId: number): Promise<Conversion[]> {
  const rows = await world.database.query<{ id: string }>(
    'select id from conversions where offer_id = $1 order by id',
    [offerId],
  )
  const found = rows.map(({ id }) => world.ports.store.conversions.findConversion(world.database, id))
  return (await Promise.all(found)).flatMap((conversion) => conversion ?? [])
}

/** The counts of the offer's own caps. */
export async function usedOf(world: ConversionWorld, offerId: number): Promise<number[]> {
  const rows = await world.database.query<{ used: number }>(
    'select used from cap_counters where key like $1 order by key',
    [`offer:${offerId}:%`],
  )
  return rows.map(({ used }) => used)
}
