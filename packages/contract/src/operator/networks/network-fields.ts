import { conversionStatuses } from '@quoin/core/conversions/status.ts'
import { required } from '../../fields/field.ts'
import { countField } from '../../fields/number-fields.ts'
import { meaningsOf } from '../../fields/setting-fields.ts'

export const networkPath = {
  networkId: required(countField({ min: 1, max: Number.MAX_SAFE_INTEGER }), 'The id of the network.'),
} as const

/** The meaning of each word of a network. */
export const wordsOfNetwork = meaningsOf(conversionStatuses)
