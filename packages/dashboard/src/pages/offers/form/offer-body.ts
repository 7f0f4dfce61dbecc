import type { Input } from '../../../api/operation-types.ts'
import { sentFrom } from './form-row.ts'
import { type OfferDraft, offerNames, offerRows } from './offer-rows.ts'

type Name = keyof OfferDraft

interface OfferDifference {
  readonly name: Name
  readonly label: string
  readonly before: string
  readonly after: string
}

/** The differences, field by field, in words. */
export function differencesOf(before: OfferDraft, after: OfferDraft): readonly OfferDifference[] {
  const [was, is] = [sentOf(before), sentOf(after)]
  return offerNames
    .filter((name) => JSON.stringify(was[name]) !== JSON.stringify(is[name]))
    .map((name) => differenceOf(name, before, after))
}

function differenceOf<One extends Name>(name: One, before: OfferDraft, after: OfferDraft): OfferDifference {
  const { label, show, tell } = offerRows[name]
  const [was, is] = tell?.(before[name], after[name]) ?? [show(before[name]), show(after[name])]
  return { name, label, before: was, after: is }
}

/** The fields that differ, as they are sent. */
export function changedBody(
  before: OfferDraft,
  after: OfferDraft,
): NonNullable<Input<'updateOffer'>['body']> {
  const sent = sentOf(after)
  return Object.fromEntries(differencesOf(before, after).map(({ name }) => [name, sent[name]]))
}

/** All fields, as they are sent. */
export function sentOf(draft: OfferDraft): Readonly<Record<Name, unknown>> {
  return sentFrom(offerRows, draft)
}
