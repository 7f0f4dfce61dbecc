import type { ActivityPosition } from '@quoin/core/users/activity-position.ts'
import type { OfferPosition } from '@quoin/core/catalogue/offer-changes.ts'
import type { ChangePosition } from '@quoin/core/conversions/change-position.ts'
import { Type } from '../json-schema.ts'
import { accepted, type Field, refused, refuseNonText } from './field.ts'

/**
 * Where a page ended. Callers keep it as it is and know nothing of what it says; it begins with its kind, so that a
 * cursor of one list is refused by the others, and so that its form may change.
 */
function cursorField<Position>(pattern: RegExp, read: (parts: RegExpExecArray) => Position): Field<Position> {
  return {
    schema: Type.String({ minLength: 1, maxLength: 100 }),
    read(raw) {
      if (typeof raw !== 'string') return refuseNonText(raw)
      const parts = raw.length > 100 ? null : pattern.exec(raw)
      return parts
        ? accepted(read(parts))
        : refused('format', 'must be meta.next_cursor of a page of this very list')
    },
  }
}

// 15 digits are a safe integer, and 9 one of 32 bits.
const transaction = '(0|[1-9][0-9]{0,14})'
const id = '([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})'
const version = '(0|[1-9][0-9]{0,8})'

export const changeCursor: Field<ChangePosition> = cursorField(
  new RegExp(`^c1-${transaction}-${id}-${version}$`),
  ([, writtenIn = '', conversionId = '', number = '']) => ({
    writtenIn: Number(writtenIn),
    conversionId,
    version: Number(number),
  }),
)

export function writeChangeCursor({ writtenIn, conversionId, version: number }: ChangePosition): string {
  return `c1-${writtenIn}-${conversionId}-${number}`
}

export const activityCursor: Field<ActivityPosition> = cursorField(
  new RegExp(`^a1-([0-9]{1,14})-${id}-${version}$`),
  ([, at = '', one = '', number = '']) => ({ atMs: Number(at), id: one, version: Number(number) }),
)

export function writeActivityCursor({ atMs, id: one, version: number }: ActivityPosition): string {
  return `a1-${atMs}-${one}-${number}`
}

/** While all offers are told the last of them stands at its end, behind a letter for what they are told as. */
export const offerCursor: Field<OfferPosition> = cursorField(
  new RegExp(`^o1-${transaction}-([0-9a-f]{12})(?:-([ac])${transaction})?$`),
  ([, sequence = '', terms = '', letter, offerId]) => ({
    sequence: Number(sequence),
    terms,
    telling:
      letter === undefined
        ? null
        : { type: letter === 'a' ? 'added' : 'changed', afterOfferId: Number(offerId) },
  }),
)

export function writeOfferCursor({ sequence, terms, telling }: OfferPosition): string {
  return `o1-${sequence}-${terms}${telling === null ? '' : `-${telling.type[0]}${telling.afterOfferId}`}`
}
