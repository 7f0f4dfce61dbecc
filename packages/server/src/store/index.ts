import * as apps from './apps/apps.ts'
import * as assessments from './devices/assessments.ts'
import * as audit from './audit/audit.ts'
import * as callbackAttempts from './callbacks/callback-attempts.ts'
import * as callbackEndpoints from './callbacks/callback-endpoints.ts'
import * as callbackFacts from './callbacks/callback-facts.ts'
import * as callbackHistory from './callbacks/callback-history.ts'
import * as callbackLog from './callbacks/callback-log.ts'
import * as callbacks from './callbacks/callbacks.ts'
import * as capCounters from './caps/cap-counters.ts'
import * as caps from './caps/caps.ts'
import * as claimKeys from './conversions/claim-keys.ts'
import * as claims from './conversions/claims.ts'
import * as clickOutages from './tracking/click-outages.ts'
import * as clicks from './tracking/clicks.ts'
import * as conversionChanges from './conversions/conversion-changes.ts'
import * as conversions from './conversions/conversions.ts'
import * as credentials from './credentials/credentials.ts'
import * as devices from './devices/devices.ts'
import * as deviceSurroundings from './devices/device-surroundings.ts'
import * as goalHistory from './conversions/goal-history.ts'
import * as erasedMessages from './users/erased-messages.ts'
import * as erasures from './users/erasures.ts'
import * as exchangeRates from './terms/exchange-rates.ts'
import * as ledger from './ledger/ledger.ts'
import * as ledgerChecks from './ledger/ledger-checks.ts'
import * as ledgerRepairs from './ledger/ledger-repairs.ts'
import * as lists from './lists/lists.ts'
import * as marginRules from './terms/margin-rules.ts'
import * as networks from './networks/networks.ts'
import * as offers from './catalogue/offers.ts'
import * as operatorLists from './history/operator-lists.ts'
import * as postbackRequests from './postbacks/postback-requests.ts'
import * as promotions from './terms/promotions.ts'
import * as refusedPostbacks from './postbacks/refused-postbacks.ts'
import * as reportedConversions from './conversions/reported-conversions.ts'
import * as riskFigures from './risk/risk-figures.ts'
import * as riskPeers from './risk/risk-peers.ts'
import * as riskTraces from './risk/risk-traces.ts'
import * as riskWeights from './risk/risk-weights.ts'
import * as serverSettings from './settings/server-settings.ts'
import * as settlements from './ledger/settlements.ts'
import * as snapshotVersions from './snapshots/snapshot-versions.ts'
import * as stats from './stats/stats.ts'
import * as statsCheck from './stats/stats-check.ts'
import * as statsReport from './stats/stats-report.ts'
import * as testOffers from './catalogue/test-offers.ts'
import * as transactions from './conversions/transactions.ts'
import * as unchangedAssessments from './devices/unchanged-assessments.ts'
import * as unmatchedPostbacks from './postbacks/unmatched-postbacks.ts'
import * as watermark from './pg/watermark.ts'
import * as userActivity from './users/user-activity.ts'

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
  claimKeys,
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
  operatorLists,
  postbackRequests,
  promotions,
  refusedPostbacks,
  reportedConversions,
  riskFigures,
  riskPeers,
  riskTraces,
  riskWeights,
  serverSettings,
  settlements,
  snapshotVersions,
  stats,
  statsCheck,
  statsReport,
  testOffers,
  transactions,
  unchangedAssessments,
  unmatchedPostbacks,
  watermark,
  userActivity,
}

export type Store = typeof store
