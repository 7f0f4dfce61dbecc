export const platforms = ['desktop', 'android', 'ios'] as const
export type Platform = (typeof platforms)[number]

export const offerStatuses = ['active', 'paused'] as const
export type OfferStatus = (typeof offerStatuses)[number]

/** No platform restriction means all three. */
export function presentedPlatforms(offer: { readonly platforms: readonly Platform[] }): readonly Platform[] {
  return offer.platforms.length === 0 ? platforms : offer.platforms
}
