import * as operations from '@quoin/contract/operator/stats/stats-view-operations.ts'
import { deleteStatsView as remove, saveStatsView as save } from '../../../features/stats/stats-views.ts'
import { staffRoute } from '../../../http/staff/staff-route.ts'

const listStatsViews = staffRoute(operations.listStatsViews, async ({ ports: { db, store }, staff }) => {
  const views = await store.statsViews.listStatsViews(db, staff.actor)
  return {
    data: views.map(({ id, name, search, isShared, maker, makerName }) => ({
      id: String(id),
      name,
      search,
      is_shared: isShared,
      is_own: maker === staff.actor,
      maker: makerName,
    })),
    message: `${views.length} views.`,
  }
})

const saveStatsView = staffRoute(operations.saveStatsView, async ({ ports, body, staff }) => {
  const { name, search, isShared = false } = body
  const id = await save(ports, { name, search, isShared }, staff)
  return { status: 201, data: { id: String(id) }, message: 'The view is saved.' }
})

const deleteStatsView = staffRoute(operations.deleteStatsView, async ({ ports, path, staff }) => {
  await remove(ports, path.viewId, staff)
  return { data: {}, message: 'The view is deleted.' }
})

/** Views of the statistics that people saved. */
export const statsViewRoutes = [listStatsViews, saveStatsView, deleteStatsView]
