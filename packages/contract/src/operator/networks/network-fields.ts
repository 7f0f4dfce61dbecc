import { conversionStatuses } from '@quoin/core/conversions/status.ts'
import { required } from '../../fields/field.ts'
import { mapOf } from '../../fields/json-fields.ts'
import { countField } from '../../fields/number-fields.ts'
import { wordField } from '../../fields/text-fields.ts'

export const networkPath = {
  networkId: required(countField({ min: 1, max: Number.MAX_SAFE_INTEGER }), 'The id of the network.'),
} as const

/** The meaning of each word of a network. */
export const wordsOfNetwork = mapOf(wordField(conversionStatuses), { max: 100, keyMax: 64 })
