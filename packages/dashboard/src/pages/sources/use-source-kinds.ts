import type { RowOf } from '../../api/operation-types.ts'
import { useOperation } from '../../api/use-operation.ts'

export type SourceKind = RowOf<'listSourceKinds'>
export type NetworkRow = RowOf<'listNetworks'>

/** The system by its own name. */
export function useKindTitle(): (kind: string) => string {
  const { data } = useOperation('listSourceKinds', {})
  return (kind) => data?.find(({ name }) => name === kind)?.title ?? kind
}

/** As many networks as one answer has. */
const networksMax = 100

/** The networks that a source may be of, by name. */
export function useNetworks() {
  return useOperation('listNetworks', { query: { limit: networksMax, sort: 'name' } })
}
