import type { NotedChange } from '@quoin/core/audit/change-facts.ts'
import { type ToldChange, tellChange } from '@quoin/core/audit/tell-change.ts'
import type { ListPage, ListSlice } from '@quoin/core/paging/list-slice.ts'
import type { Ports } from '../../ports/ports.ts'
import type { AuditPageFilter } from '../../store/audit/audit-filter.ts'
import type { ChangeGroup } from '../../store/audit/audit-list.ts'
import { findThings } from './find-things.ts'

type Needs = Pick<Ports, 'db' | 'store'>

/** Which changes are asked for; `search` is what somebody wrote. */
export type ChangesAsked = Omit<AuditPageFilter, 'search'> & { readonly search: string | null }

interface Told<Row> {
  readonly row: Row
  readonly told: ToldChange
}

/** A page of changes in words. */
export async function listChanges(
  needs: Needs,
  asked: ChangesAsked,
  slice: ListSlice,
): Promise<ListPage<Told<NotedChange>>> {
  const { db, store } = needs
  return await tellPage(needs, await store.auditList.listAuditPage(db, await filterOf(needs, asked), slice))
}

/** The same with what one actor did in one go as one row. */
export async function listChangeGroups(
  needs: Needs,
  asked: ChangesAsked,
  slice: ListSlice,
): Promise<ListPage<Told<ChangeGroup>>> {
  const { db, store } = needs
  return await tellPage(needs, await store.auditList.listAuditGroups(db, await filterOf(needs, asked), slice))
}

async function tellPage<Row extends NotedChange>(
  needs: Needs,
  page: ListPage<Row>,
): Promise<ListPage<Told<Row>>> {
  const things = await findThings(needs, page.rows)
  return { ...page, rows: page.rows.map((row) => ({ row, told: tellChange(row, things) })) }
}

/** Things of each kind whose name has the text. */
const foundMax = 200

async function filterOf({ db, store }: Needs, { search, ...asked }: ChangesAsked): Promise<AuditPageFilter> {
  const text = search?.trim() ?? ''
  if (text === '') return { ...asked, search: null }
  return { ...asked, search: { text, objects: await store.auditThings.findNamedObjects(db, text, foundMax) } }
}
