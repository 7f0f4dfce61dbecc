import { keepPreviousData, queryOptions, useQuery, type UseQueryResult } from '@tanstack/react-query'
import { callOperation } from './client.ts'
import type { AnswerOf, DataOf, Input, OperationId } from './operation-types.ts'

interface UseOptions {
  /** Ask again so often, while the page is looked at. */
  readonly everyMs?: number
  /** Do not ask yet. */
  readonly isOff?: boolean
}

/** One answer of the API, kept for the pages that ask the same. While another one is on its way the old one stays. */
export function useOperation<Id extends OperationId>(
  id: Id,
  input: Input<Id>,
  { everyMs, isOff = false }: UseOptions = {},
): UseQueryResult<DataOf<Id>> {
  return useQuery({
    ...operationQuery(id, input),
    placeholderData: keepPreviousData,
    enabled: !isOff,
    ...(everyMs === undefined ? {} : { refetchInterval: everyMs }),
    select: (answer: AnswerOf<Id>) => answer.data,
  }) as UseQueryResult<DataOf<Id>> // `select` says it; the library cannot follow a conditional type
}

/** The same for a route's loader: `queryClient.ensureQueryData(operationQuery('getOffer', …))`. */
export function operationQuery<Id extends OperationId>(id: Id, input: Input<Id>) {
  return queryOptions({
    queryKey: [id, input] as const,
    queryFn: ({ signal }: { signal: AbortSignal }) => callOperation(id, input, { signal }),
  })
}
