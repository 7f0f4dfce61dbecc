import type { historyFilter } from '@quoin/contract/manage/history/history-parts.ts'
import type { ValuesOf } from '@quoin/contract/fields/field.ts'
import type { App } from '@quoin/core/apps/app.ts'
import type { OwnFilter } from '../../../store/history/own-lists.ts'

/** The filter of a search, as the store takes it. */
export function scopeOf(
  appId: number,
  { mode = 'live', userId, clickId, subId, offerId, from, to }: ValuesOf<typeof historyFilter>,
): OwnFilter {
  return {
    appId,
    isTest: mode === 'test',
    userId,
    clickId,
    subId,
    offerId,
    fromMs: from === undefined ? undefined : from * 1000,
    toMs: to === undefined ? undefined : to * 1000,
  }
}

/** A CSV file, named by the app. */
export function fileOf(app: App, what: string, bytes: Buffer) {
  const name = app.name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')
  return { name: `${name}-${what}.csv`, type: 'text/csv; charset=utf-8', bytes }
}
