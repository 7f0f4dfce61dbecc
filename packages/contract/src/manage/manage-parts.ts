import { optional, required } from '../fields/field.ts'
import { wordField } from '../fields/text-fields.ts'
import { rowId } from '../operator/catalogue/offer-operations.ts'

/** For whom: every operation of the management API takes it. */
export const ofPublisher = {
  publisher: optional(
    rowId,
    'The publisher, where the caller may act for several; without it their first. A token has one.',
  ),
} as const

/** Where live and test data are apart: the two are never mixed in one answer. */
export const ofMode = {
  ...ofPublisher,
  mode: optional(wordField(['live', 'test']), 'Live data or test data; live unless given.'),
} as const

/** One of the publisher's own apps; any other is 404. */
export const ownApp = { appId: required(rowId, 'One of the publisher’s apps.') } as const

/** The proof and the query that all operations here have in common. */
export const member = { proof: 'member', query: ofPublisher } as const
