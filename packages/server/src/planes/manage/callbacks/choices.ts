import type { endpointChoices } from '@quoin/contract/manage/callbacks/endpoint-operations.ts'
import type { ValuesOf } from '@quoin/contract/fields/field.ts'
import type { EndpointChoices } from '../../../features/callbacks/endpoints/set-endpoint.ts'

/** The choices that were made: omitted ones stay as they are. */
export function choicesOf(given: Omit<ValuesOf<typeof endpointChoices>, 'name'>): EndpointChoices {
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))
}
