import type { Route } from '../../http/route.ts'
import { createConversion } from './create-conversion.ts'
import { createSession } from './create-session.ts'
import { eraseUser, eraseUserByQuery } from './erase-user.ts'
import { explainEligibility } from './explain-eligibility.ts'
import { getConversion } from './get-conversion.ts'
import { getOffer } from './get-offer.ts'
import { listActivity, listActivityOfUser } from './list-activity.ts'
import { listConversions } from './list-conversions.ts'
import { getStats } from './get-stats.ts'
import { listOffers } from './list-offers.ts'
import { submitFingerprint } from './submit-fingerprint.ts'

/** The publisher API: what a publisher's server, or a browser session in its name, may call. */
export const publisherRoutes: readonly Route[] = [
  listOffers,
  submitFingerprint,
  createConversion,
  createSession,
  getOffer,
  explainEligibility,
  listConversions,
  getConversion,
  listActivity,
  listActivityOfUser,
  eraseUser,
  eraseUserByQuery,
  getStats,
]
