import { search as operation } from '@quoin/contract/operator/overview/search-operations.ts'
import { searchEverything } from '../../../features/search/search-everything.ts'
import { staffRoute } from '../../../http/staff/staff-route.ts'

export const search = staffRoute(operation, async ({ ports, query }) => {
  const found = await searchEverything(ports, query.text)
  return { data: found, message: `${found.length} found.` }
})
