import { changedFields } from '@quoin/core/audit/changed-fields.ts'
import { isCountry } from '@quoin/core/detect/country.ts'
import { invalidFields, notFound } from '@quoin/core/errors.ts'
import type { MarginRule } from '@quoin/core/terms/margin-rule.ts'
import { changeTerms, type TermsNeeds } from './change-terms.ts'

/**
 * Sets what the platform keeps of the revenue of an offer, an app, a country or a combination of them; of
 * everything when none is named, for clicks from now on: what users were shown before is what they get. Throws
 * RESOURCE_NOT_FOUND for an unknown app or offer, INVALID_REQUEST for an unknown country.
 */
export async function setMargin(
  needs: TermsNeeds,
  { actor, ...given }: Omit<MarginRule, 'id'> & { readonly actor: string },
): Promise<MarginRule> {
  const { store } = needs
  const rule = { ...given, country: given.country?.toUpperCase() ?? null }
  if (rule.country !== null && !isCountry(rule.country)) {
    throw invalidFields([{ field: 'country', rule: 'enum', message: 'must be an ISO 3166-1 alpha-2 code' }])
  }
  return await changeTerms(needs, async (tx, nowMs) => {
    const { offerId, appId } = rule
    if (offerId !== null && !(await store.offers.findOfferById(tx, offerId))) {
      throw notFound(`There is no offer ${offerId}.`)
    }
    if (appId !== null && !(await store.apps.findAppById(tx, appId)))
      throw notFound(`There is no app ${appId}.`)
    const { rule: result, before } = await store.marginRules.replaceMarginRule(tx, { ...rule, nowMs })
    const details = before === undefined ? result : { ...result, ...changedFields(before, result) }
    return { result, audit: { actor, action: 'margin.set', object: `margin:${result.id}`, details } }
  })
}

/** Takes a rule away. Throws RESOURCE_NOT_FOUND when there is none of that id. */
export async function removeMargin(
  needs: TermsNeeds,
  { id, actor }: { readonly id: number; readonly actor: string },
): Promise<MarginRule> {
  return await changeTerms(needs, async (tx, nowMs) => {
    const result = await needs.store.marginRules.endMarginRule(tx, { id, nowMs })
    if (result === undefined) throw notFound(`There is no margin rule ${id}.`)
    return { result, audit: { actor, action: 'margin.removed', object: `margin:${id}`, details: result } }
  })
}
