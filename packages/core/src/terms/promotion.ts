/** For a time an app gives its users more of its own currency. */
export interface Promotion {
  readonly id: number
  readonly appId: number
  readonly name: string
  /** The promotion's rate, in basis points of the ordinary amount: 20,000 doubles it. */
  readonly basisPoints: number
  readonly fromMs: number
  /** It ends before this moment. */
  readonly toMs: number
}

/**
 * The promotion of an app that runs at a moment. The moment of the click counts: the user was shown the amount then,
 * and a network may report weeks later. Two promotions of one app never overlap.
 */
export function findPromotion(
  promotions: readonly Promotion[] | undefined,
  atMs: number,
): Promotion | undefined {
  return promotions?.find(({ fromMs, toMs }) => fromMs <= atMs && atMs < toMs)
}
