import { keepPreviousData, useQuery, type UseQueryResult } from '@tanstack/react-query'
import { callOperation } from '../../api/client.ts'
import type { RowOf } from '../../api/operation-types.ts'
import type { Decision } from '@quoin/core/conversions/decisions.ts'

export type Preview = RowOf<'previewReviews'>

/** The server previews and decides so many at once. */
export const chunkMax = 100

/** The dry runs of one decision about some conversions, asked for in as many calls as it takes. */
export function usePreviews(decision: Decision, ids: readonly string[]): UseQueryResult<readonly Preview[]> {
  return useQuery({
    queryKey: ['previewReviews', decision, ids] as const,
    queryFn: async ({ signal }) => {
      const previews: Preview[] = []
      for (let at = 0; at < ids.length; at += chunkMax) {
        const body = { decision, conversionIds: ids.slice(at, at + chunkMax) }
        previews.push(...(await callOperation('previewReviews', { body }, { signal })).data)
      }
      return previews
    },
    placeholderData: keepPreviousData,
  })
}
