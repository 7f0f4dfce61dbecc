import { type ListCursor, pageStandard, writeListCursor } from '@quoin/contract/operator/list-parameters.ts'
import { invalidFields } from '@quoin/core/errors.ts'
import { countedMax, type ListPage, type ListSlice } from '@quoin/core/paging/list-slice.ts'

interface ListQuery {
  readonly limit: number | undefined
  readonly after: ListCursor | undefined
  readonly sort: string | undefined
}

/** Which page of a list is asked for. A cursor goes on in the sort that it was made in. */
export function sliceOf({ limit, after, sort }: ListQuery, standard: string): ListSlice {
  const asked = sort ?? after?.sort ?? standard
  if (after !== undefined && after.sort !== asked) {
    throw invalidFields([{ field: 'after', rule: 'sort', message: 'must be of a page in the same sort' }])
  }
  return {
    sort: asked.replace(/^-/, ''),
    isDescending: asked.startsWith('-'),
    after: after?.values ?? null,
    limit: limit ?? pageStandard,
  }
}

/** A page as it is answered, with where the next one begins. */
export function listAnswer<Row, Presented>(
  { rows, end, total }: ListPage<Row>,
  { sort, isDescending }: ListSlice,
  present: (row: Row) => Presented,
) {
  const next =
    end === null ? null : writeListCursor({ sort: `${isDescending ? '-' : ''}${sort}`, values: end })
  const meta = { next, total: Math.min(total, countedMax), total_is_exact: total <= countedMax }
  return { data: rows.map(present), message: `${rows.length} of ${meta.total}.`, meta }
}
