import type { Platform } from '../offers/offer.ts'

/** The audience: what the service knows of the end user at this moment. */
export interface Audience {
  /** ISO alpha-2, or ZZ when unknown: then only offers without country restriction are listed. */
  readonly country: string
  readonly platform: Platform
  readonly nowSec: number
  /** Test credentials also see the built-in test offers. */
  readonly isTest: boolean
}
