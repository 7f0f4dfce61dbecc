export { Quoin } from './server/quoin.ts'
export {
  ConnectionError,
  InvalidApiKeyError,
  InvalidApiSecretError,
  InvalidRequestError,
  NotFoundError,
  QuoinError,
  RateLimitError,
  ServerError,
  SignatureError,
} from './server/errors.ts'
export { testHeaders, verifyClassic, verifyWebhook } from './webhooks.ts'
export type { ClassicDialect } from './webhooks.ts'
export type { QuoinOptions, RateLimit, Reply } from './server/transport.ts'
export type { Meta } from './server/wire/meta.ts'
export type {
  Platform,
  Goal,
  Offer,
  OfferPrice,
  ChangedOffer,
  OfferEvent,
  OneOffer,
  DetectedMeta,
  OfferListMeta,
  Eligibility,
} from './server/wire/offers.ts'
export type {
  ConversionStatus,
  ClaimedConversion,
  Conversion,
  ConversionChange,
  PageMeta,
  CallbackEvent,
} from './server/wire/conversions.ts'
export type { Session, FingerprintVerdict, FingerprintMeta, Activity, Erasure } from './server/wire/users.ts'
