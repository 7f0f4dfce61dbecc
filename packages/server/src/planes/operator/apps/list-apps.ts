import { listApps as operation } from '@quoin/contract/operator/apps/app-operations.ts'
import { formatMicros } from '@quoin/core/payout/money.ts'
import { secondsOf } from '@quoin/core/time/seconds-of.ts'
import { measureApps } from '../../../features/publishers/measure-publishers.ts'
import { staffRoute } from '../../../http/staff/staff-route.ts'
import { listAnswer, sliceOf } from '../../../http/staff/list-answer.ts'

const figureDays = 7

export const listApps = staffRoute(operation, async ({ ports, query }) => {
  const slice = sliceOf(query, 'name')
  const { search = null, status = null, publisherId = null } = query
  const page = await ports.store.appList.listAppPage(ports.db, { search, status, publisherId }, slice)
  const figures = await measureApps(ports, { appIds: page.rows.map(({ id }) => id), days: figureDays })
  return listAnswer(page, slice, (app) => {
    const measured = figures.get(app.id)
    return {
      id: String(app.id),
      name: app.name,
      publisher_id: String(app.publisherId),
      publisher: app.publisher,
      publisher_status: app.publisherStatus,
      status: app.status,
      currency: app.currencyName,
      clicks: measured?.clicks ?? 0,
      earned: formatMicros(measured?.earnedMicros ?? 0n),
      reversal_share: measured?.reversalShare ?? null,
      last_seen_at: secondsOf(measured?.lastUsedAtMs),
      leaked_secrets: app.leakedSecrets,
    }
  })
})
