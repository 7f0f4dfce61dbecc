/** Offers hidden by caps that are used up: by their own, and by those of a network, a category or everything. */
export function capsSentence({ offers, wide }: { readonly offers: number; readonly wide: number }): string {
  const own =
    offers === 1 ? '1 offer is hidden by its own cap' : `${offers} offers are hidden by their own caps`
  const others = wide === 1 ? '1 wider cap is used up' : `${wide} wider caps are used up`
  const parts = [...(offers > 0 ? [own] : []), ...(wide > 0 ? [others] : [])]
  return `${parts.join(', and ')}, until the caps begin anew.`
}
