import type { TermRules } from '@quoin/core/conversions/terms-of.ts'
import type { MarginCase } from '@quoin/core/terms/margin-rule.ts'
import type { Snapshots } from '../../ports/ports.ts'

/** The margin rule and the promotion for a conversion: those of the click, which the user was shown. */
export function findTermRules(
  snapshots: Pick<Snapshots, 'terms'>,
  click: MarginCase,
  clickedAtMs: number,
): TermRules {
  const terms = snapshots.terms()
  return {
    margin: terms.findMargin(click, clickedAtMs),
    promotion: terms.findPromotion(click.appId, clickedAtMs),
  }
}
