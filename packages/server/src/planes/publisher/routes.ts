import type { Route } from '../../http/route.ts'
import { createConversion } from './conversions/create-conversion.ts'
import { createSession } from './create-session.ts'
import { eraseUser, eraseUserByQuery } from './users/erase-user.ts'
import { explainEligibility } from './catalogue/explain-eligibility.ts'
import { getConversion } from './conversions/get-conversion.ts'
import { getOffer } from './catalogue/get-offer.ts'
import { listActivity, listActivityOfUser } from './users/list-activity.ts'
import { listConversions } from './conversions/list-conversions.ts'
import { getStats } from './get-stats.ts'
import { listOfferChanges } from './catalogue/list-offer-changes.ts'
import { listOffers } from './catalogue/list-offers.ts'
import { submitFingerprint } from './users/submit-fingerprint.ts'

/** The publisher API: what a publisher's server, or a browser session in its name, may call. */
export const publisherRoutes: readonly Route[] = [
  listOffers,
  submitFingerprint,
  createConversion,
  createSession,
  getOffer,
  listOfferChanges,
  explainEligibility,
  listConversions,
  getConversion,
  listActivity,
  listActivityOfUser,
  eraseUser,
  eraseUserByQuery,
  getStats,
]
