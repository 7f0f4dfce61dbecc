import { type OfferColumn, offerColumnNames, offerFields } from '@quoin/core/offers/offer-fields.ts'
import { type CamelName, camelName } from '@quoin/core/offers/row/field.ts'
import { offerStatuses } from '@quoin/core/offers/offer.ts'
import { accepted, optional, type Parameter } from '../../fields/field.ts'
import { flag } from '../../fields/json-fields.ts'
import { wordField } from '../../fields/text-fields.ts'

type Cells = { readonly [Column in OfferColumn as CamelName<Column>]: Parameter<unknown> }

/**
 * The cells of an offer. They are read by the rules of an import, which tell all that is wrong with a row: by the same
 * rows of `offerFields` that have these bounds.
 */
const cells = Object.fromEntries(
  offerColumnNames.map((column) => {
    const { schema, isRequired: required, about: description } = offerFields[column]
    const field = schema['type'] === 'boolean' ? flag : { schema, read: accepted }
    return [camelName(column), { field, required, description }]
  }),
) as unknown as Cells // one for each column

const { externalId: _stays, status: _paused, name, destinationUrl, ...settable } = cells

const addClickId = optional(flag, 'Add the network’s parameter for the click id where the address has none.')

export const newOfferFields = {
  ...cells,
  status: optional(wordField(offerStatuses), 'Paused: it is listed once it is resumed.'),
  addClickId,
}

/** Network and id there stay. */
export const changedOfferFields = {
  name: { ...name, required: false },
  destinationUrl: { ...destinationUrl, required: false },
  ...settable,
  addClickId,
}
