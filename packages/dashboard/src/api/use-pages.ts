import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { formatTotal } from '../format/format-number.ts'
import { callOperation } from './client.ts'
import type { AnswerOf, Input, OperationId, RowOf } from './operation-types.ts'

/** A list of the API, page by page, in the shape that DataTable takes. */
export interface PagedRows<Row, Id extends OperationId = OperationId> {
  readonly rows: readonly Row[] | undefined
  /** "1,284", or "10,000+" where nobody counted on; undefined until the first answer. */
  readonly total: string | undefined
  readonly error: unknown
  readonly isRefreshing: boolean
  readonly more:
    | { readonly load: () => unknown; readonly isLoading: boolean; readonly left: string }
    | undefined
  readonly onRetry: () => unknown
  /** The meta of the first page, as the operation describes it: figures of all rows. */
  readonly meta: AnswerOf<Id>['meta'] | undefined
  /** A search has gone so far and found too little; `more` goes on. In Unix seconds. */
  readonly searchedUntil: number | undefined
}

interface ListMeta {
  readonly next?: string | null
  readonly total?: number
  readonly total_is_exact?: boolean
  readonly searched_until?: number | null
}

interface PagesOptions {
  readonly everyMs?: number
  readonly isOff?: boolean
}

/** Loads a list that the server pages by cursor; filters and sort stand in `query`. */
export function usePages<Id extends OperationId>(
  id: Id,
  input: Input<Id>,
  { everyMs, isOff = false }: PagesOptions = {},
): PagedRows<RowOf<Id>, Id> {
  const query = useInfiniteQuery({
    queryKey: [id, input, 'pages'] as const,
    queryFn: ({ pageParam, signal }) =>
      callOperation(id, { ...input, query: { ...input.query, after: pageParam } } as Input<Id>, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => metaOf(last).next ?? undefined,
    placeholderData: keepPreviousData,
    enabled: !isOff,
    ...(everyMs === undefined ? {} : { refetchInterval: everyMs }),
  })
  const pages = query.data?.pages
  const rows = pages?.flatMap((page) => page.data as unknown as readonly RowOf<Id>[]) // only operations with lists have rows
  const meta = pages?.[0] ? metaOf(pages[0]) : undefined
  const last = pages?.at(-1)
  const searchedUntil = (last && metaOf(last).searched_until) ?? undefined
  const total =
    meta?.total === undefined
      ? undefined
      : formatTotal({ total: meta.total, isExact: meta.total_is_exact ?? true })
  return {
    rows,
    total,
    error: query.error,
    isRefreshing: query.isPlaceholderData,
    more: query.hasNextPage
      ? {
          load: () => query.fetchNextPage(),
          isLoading: query.isFetchingNextPage,
          left: `${rows?.length ?? 0} of ${total ?? 'many'} are shown`,
        }
      : undefined,
    onRetry: () => query.refetch(),
    meta: pages?.[0]?.meta,
    searchedUntil,
  }
}

function metaOf(answer: AnswerOf<OperationId>): ListMeta {
  return answer.meta as ListMeta // every list has it
}
