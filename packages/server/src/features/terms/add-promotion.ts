import { changedFields } from '@quoin/core/audit/changed-fields.ts'
import { invalidRequest, notFound } from '@quoin/core/errors.ts'
import type { Promotion } from '@quoin/core/terms/promotion.ts'
import { changeTerms, type TermsNeeds } from './change-terms.ts'

/**
 * Adds a promotion of an app. Throws INVALID_REQUEST when it ends before it begins or in the past, or overlaps
 * another of the app; RESOURCE_NOT_FOUND for an unknown app.
 */
export async function addPromotion(
  needs: TermsNeeds,
  { actor, ...promotion }: Omit<Promotion, 'id'> & { readonly actor: string },
): Promise<Promotion> {
  const { store } = needs
  return await changeTerms(needs, async (tx, nowMs) => {
    const { appId, fromMs, toMs } = promotion
    if (!(await store.apps.findAppById(tx, appId))) throw notFound(`There is no app ${appId}.`)
    if (toMs <= fromMs) throw invalidRequest('The promotion must end after it begins.')
    // Rewards that users have seen in the past must not change afterwards.
    if (fromMs < nowMs - clockSlackMs) throw invalidRequest('The promotion must not begin in the past.')
    await store.promotions.lockPromotions(tx, appId)
    const others = await store.promotions.listPromotions(tx, { sinceMs: fromMs, appId })
    const other = others.find((one) => one.fromMs < toMs && fromMs < one.toMs)
    if (other !== undefined) {
      throw invalidRequest(`It overlaps promotion ${other.id} of the app: only one can run at a time.`)
    }
    const result = await store.promotions.insertPromotion(tx, promotion)
    const audit = {
      actor,
      action: 'promotion.added' as const,
      object: `promotion:${result.id}`,
      details: result,
    }
    return { result, audit }
  })
}

/** "From now" was read from a clock a moment ago. */
const clockSlackMs = 60_000

/**
 * Ends a promotion now, or takes back one that has not begun. Throws RESOURCE_NOT_FOUND when it is over or there
 * is none of that id.
 */
export async function endPromotion(
  needs: TermsNeeds,
  { id, actor }: { readonly id: number; readonly actor: string },
): Promise<Promotion> {
  return await changeTerms(needs, async (tx, nowMs) => {
    const ended = await needs.store.promotions.endPromotion(tx, id, nowMs)
    if (ended === undefined) throw notFound(`There is no promotion ${id} that is not over.`)
    const { toBeforeMs, ...result } = ended
    const details = { ...result, ...changedFields({ toMs: toBeforeMs }, { toMs: result.toMs }) }
    return {
      result,
      audit: { actor, action: 'promotion.ended' as const, object: `promotion:${id}`, details },
    }
  })
}
