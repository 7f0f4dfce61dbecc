import type { OfferColumn } from './offer-row.ts'

/** The columns of an offer file by the names that people read. */
export const columnWords: Readonly<Record<OfferColumn, string>> = {
  external_id: 'Network’s id',
  name: 'Name',
  description: 'Description',
  categories: 'Categories',
  payout: 'Publisher earns',
  payout_share: 'Publisher’s share',
  revenue: 'Network pays',
  destination_url: 'Offer address',
  fallback_url: 'Fallback address',
  image_url: 'Picture',
  countries: 'Countries',
  platforms: 'Platforms',
  starts_at: 'Begins',
  ends_at: 'Ends',
  daily_cap: 'Daily cap',
  total_cap: 'Total cap',
  status: 'Status',
  repeatable: 'Repeatable',
  hold_days: 'Days held',
  requirements: 'Requirements',
  goals: 'Goals',
}
