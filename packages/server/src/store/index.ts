import * as apps from './apps.ts'
import * as assessments from './assessments.ts'
import * as audit from './audit.ts'
import * as callbackAttempts from './callback-attempts.ts'
import * as callbackEndpoints from './callback-endpoints.ts'
import * as callbackFacts from './callback-facts.ts'
import * as callbackHistory from './callback-history.ts'
import * as callbackLog from './callback-log.ts'
import * as callbacks from './callbacks.ts'
import * as capCounters from './cap-counters.ts'
import * as caps from './caps.ts'
import * as claims from './claims.ts'
import * as clickOutages from './click-outages.ts'
import * as clicks from './clicks.ts'
import * as conversionChanges from './conversion-changes.ts'
import * as conversions from './conversions.ts'
import * as credentials from './credentials.ts'
import * as devices from './devices.ts'
import * as deviceSurroundings from './device-surroundings.ts'
import * as goalHistory from './goal-history.ts'
import * as erasedMessages from './erased-messages.ts'
import * as erasures from './erasures.ts'
import * as exchangeRates from './exchange-rates.ts'
import * as ledger from './ledger.ts'
import * as ledgerChecks from './ledger-checks.ts'
import * as ledgerRepairs from './ledger-repairs.ts'
import * as lists from './lists.ts'
import * as marginRules from './margin-rules.ts'
import * as networks from './networks.ts'
import * as offers from './offers.ts'
import * as postbackRequests from './postback-requests.ts'
import * as promotions from './promotions.ts'
import * as reportedConversions from './reported-conversions.ts'
import * as riskFigures from './risk-figures.ts'
import * as riskTraces from './risk-traces.ts'
import * as riskWeights from './risk-weights.ts'
import * as settlements from './settlements.ts'
import * as snapshotVersions from './snapshot-versions.ts'
import * as stats from './stats.ts'
import * as statsCheck from './stats-check.ts'
import * as statsReport from './stats-report.ts'
import * as testOffers from './test-offers.ts'
import * as unchangedAssessments from './unchanged-assessments.ts'
import * as unmatchedPostbacks from './unmatched-postbacks.ts'
import * as watermark from './watermark.ts'
import * as userActivity from './user-activity.ts'

/** Every query there is, by noun. Each function takes the pool or a transaction first. */
export const store = {
  apps,
  assessments,
  audit,
  callbackAttempts,
  callbackEndpoints,
  callbackFacts,
  callbackHistory,
  callbackLog,
  callbacks,
  capCounters,
  caps,
  claims,
  clickOutages,
  clicks,
  conversionChanges,
  conversions,
  credentials,
  devices,
  deviceSurroundings,
  goalHistory,
  erasedMessages,
  erasures,
  exchangeRates,
  ledger,
  ledgerChecks,
  ledgerRepairs,
  lists,
  marginRules,
  networks,
  offers,
  postbackRequests,
  promotions,
  reportedConversions,
  riskFigures,
  riskTraces,
  riskWeights,
  settlements,
  snapshotVersions,
  stats,
  statsCheck,
  statsReport,
  testOffers,
  unchangedAssessments,
  unmatchedPostbacks,
  watermark,
  userActivity,
}

export type Store = typeof store
