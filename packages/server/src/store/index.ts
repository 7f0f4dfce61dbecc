import * as acceptances from './system/acceptances.ts'
import * as alertChannels from './alerts/alert-channels.ts'
import * as alertMessages from './alerts/alert-messages.ts'
import * as alerts from './alerts/alerts.ts'
import * as alertRules from './alerts/alert-rules.ts'
import * as appList from './apps/app-list.ts'
import * as apps from './apps/apps.ts'
import * as appSteps from './start/app-steps.ts'
import * as assessments from './devices/assessments.ts'
import * as audit from './audit/audit.ts'
import * as auditList from './audit/audit-list.ts'
import * as auditThings from './audit/audit-things.ts'
import * as callbackAttempts from './callbacks/callback-attempts.ts'
import * as callbackEndpoints from './callbacks/callback-endpoints.ts'
import * as callbackFacts from './callbacks/callback-facts.ts'
import * as callbackHistory from './callbacks/callback-history.ts'
import * as callbackLog from './callbacks/callback-log.ts'
import * as callbacks from './callbacks/callbacks.ts'
import * as calls from './calls/calls.ts'
import * as capCounters from './caps/cap-counters.ts'
import * as caps from './caps/caps.ts'
import * as claimKeys from './conversions/claim-keys.ts'
import * as claims from './conversions/claims.ts'
import * as clickOutages from './tracking/click-outages.ts'
import * as setAsideWeeks from './tracking/set-aside-weeks.ts'
import * as clickAgents from './tracking/click-agents.ts'
import * as clicks from './tracking/clicks.ts'
import * as clickWeeks from './tracking/click-weeks.ts'
import * as wideWeeks from './tracking/wide-weeks.ts'
import * as conversionChanges from './conversions/conversion-changes.ts'
import * as conversions from './conversions/conversions.ts'
import * as credentials from './credentials/credentials.ts'
import * as devices from './devices/devices.ts'
import * as demoCast from './demo/demo-cast.ts'
import * as demoMonth from './demo/demo-month.ts'
import * as demoRemoval from './demo/remove-demo.ts'
import * as deviceSurroundings from './devices/device-surroundings.ts'
import * as handoffs from './wall/handoffs.ts'
import * as endpointList from './callbacks/endpoint-list.ts'
import * as feedPaces from './sources/feed-paces.ts'
import * as firstRun from './start/first-run.ts'
import * as firstRunFacts from './start/first-run-facts.ts'
import * as goalHistory from './conversions/goal-history.ts'
import * as erasedMessages from './users/erased-messages.ts'
import * as toldIds from './callbacks/told-ids.ts'
import * as userIds from './users/user-ids.ts'
import * as erasures from './users/erasures.ts'
import * as exchangeRates from './terms/exchange-rates.ts'
import * as idCells from './system/id-cells.ts'
import * as importRepairs from './catalogue/import-repairs.ts'
import * as impressions from './impressions/impressions.ts'
import * as impressionsReport from './impressions/impressions-report.ts'
import * as indexReplacements from './system/index-replacements.ts'
import * as jobs from './jobs/jobs.ts'
import * as knownOffers from './catalogue/known-offers.ts'
import * as ledger from './ledger/ledger.ts'
import * as ledgerChecks from './ledger/ledger-checks.ts'
import * as ledgerList from './ledger/ledger-list.ts'
import * as ledgerRepairs from './ledger/ledger-repairs.ts'
import * as linkedUsers from './devices/linked-users.ts'
import * as listHits from './lists/list-hits.ts'
import * as listPage from './lists/list-page.ts'
import * as lists from './lists/lists.ts'
import * as masterSecret from './credentials/master-secret.ts'
import * as marginRules from './terms/margin-rules.ts'
import * as needFacts from './alerts/need-facts.ts'
import * as networkActivity from './networks/network-activity.ts'
import * as networkFigures from './networks/network-figures.ts'
import * as makers from './people/makers.ts'
import * as signInFacts from './people/sign-in-facts.ts'
import * as members from './people/members.ts'
import * as organizations from './people/organizations.ts'
import * as memberships from './people/memberships.ts'
import * as networkList from './networks/network-list.ts'
import * as networks from './networks/networks.ts'
import * as offerList from './catalogue/offer-list.ts'
import * as appFigures from './stats/app-figures.ts'
import * as offerEdits from './catalogue/offer-edits.ts'
import * as offerFigures from './stats/offer-figures.ts'
import * as offerStates from './catalogue/offer-states.ts'
import * as offerFollowers from './catalogue/offer-followers.ts'
import * as offerPrices from './catalogue/offer-prices.ts'
import * as offers from './catalogue/offers.ts'
import * as operatorLists from './history/operator-lists.ts'
import * as oldPostbacks from './postbacks/old-postbacks.ts'
import * as postbackList from './postbacks/postback-list.ts'
import * as peopleLinks from './people/links.ts'
import * as peopleSessions from './people/sessions.ts'
import * as peopleTokens from './people/tokens.ts'
import * as publisherTokens from './people/publisher-tokens.ts'
import * as ownLists from './history/own-lists.ts'
import * as ownMoney from './ledger/own-money.ts'
import * as views from './people/views.ts'
import * as mailsSent from './people/mails-sent.ts'
import * as openStreams from './people/open-streams.ts'
import * as persons from './people/persons.ts'
import * as postbackRequests from './postbacks/postback-requests.ts'
import * as promotions from './terms/promotions.ts'
import * as publisherList from './publishers/publisher-list.ts'
import * as publishers from './publishers/publishers.ts'
import * as rankingEvidence from './ranking/ranking-evidence.ts'
import * as rankings from './ranking/rankings.ts'
import * as refusedPostbacks from './postbacks/refused-postbacks.ts'
import * as reportedConversions from './conversions/reported-conversions.ts'
import * as reviewQueue from './conversions/review-queue.ts'
import * as goalSteps from './risk/goal-steps.ts'
import * as riskFigures from './risk/risk-figures.ts'
import * as riskPeers from './risk/risk-peers.ts'
import * as riskTraces from './risk/risk-traces.ts'
import * as riskReport from './risk/risk-report.ts'
import * as riskWeights from './risk/risk-weights.ts'
import * as userOutcomes from './risk/user-outcomes.ts'
import * as serverSettings from './settings/server-settings.ts'
import * as settlements from './ledger/settlements.ts'
import * as snapshotVersions from './snapshots/snapshot-versions.ts'
import * as stats from './stats/stats.ts'
import * as foldStats from './stats/fold-stats.ts'
import * as statsCheck from './stats/stats-check.ts'
import * as offerNames from './catalogue/offer-names.ts'
import * as search from './search/search.ts'
import * as recentUsers from './users/recent-users.ts'
import * as userFigures from './users/user-figures.ts'
import * as liveRows from './overview/live-rows.ts'
import * as pulse from './overview/pulse.ts'
import * as statsReport from './stats/stats-report.ts'
import * as statsPairs from './stats/stats-pairs.ts'
import * as statsTop from './stats/stats-top.ts'
import * as statsViews from './stats/stats-views.ts'
import * as statsWeeks from './stats/stats-weeks.ts'
import * as testOffers from './catalogue/test-offers.ts'
import * as backupJobs from './jobs/backup-jobs.ts'
import * as backupInventory from './system/backup-inventory.ts'
import * as sizeSamples from './system/size-samples.ts'
import * as workSuccesses from './system/work-successes.ts'
import * as runOffers from './sources/run-offers.ts'
import * as sourceMappings from './sources/source-mappings.ts'
import * as sourceLinks from './sources/source-links.ts'
import * as sourceOffers from './sources/source-offers.ts'
import * as sourcePostbacks from './sources/source-postbacks.ts'
import * as sourceRuns from './sources/source-runs.ts'
import * as sources from './sources/sources.ts'
import * as systemFacts from './system/system-facts.ts'
import * as trustedClock from './system/trusted-clock.ts'
import * as ticketQueue from './tickets/ticket-queue.ts'
import * as tickets from './tickets/tickets.ts'
import * as transactions from './conversions/transactions.ts'
import * as unchangedAssessments from './devices/unchanged-assessments.ts'
import * as unmatchedPostbacks from './postbacks/unmatched-postbacks.ts'
import * as watermark from './pg/watermark.ts'
import * as userActivity from './users/user-activity.ts'

/** Every query there is, by noun. Each function takes the pool or a transaction first. */
export const store = {
  acceptances,
  alertChannels,
  alertMessages,
  alertRules,
  alerts,
  appList,
  appSteps,
  apps,
  assessments,
  audit,
  auditList,
  auditThings,
  callbackAttempts,
  callbackEndpoints,
  callbackFacts,
  callbackHistory,
  callbackLog,
  callbacks,
  calls,
  capCounters,
  caps,
  claimKeys,
  claims,
  clickOutages,
  clickAgents,
  clicks,
  clickWeeks,
  wideWeeks,
  conversionChanges,
  conversions,
  credentials,
  demoCast,
  demoMonth,
  demoRemoval,
  devices,
  deviceSurroundings,
  endpointList,
  feedPaces,
  firstRun,
  firstRunFacts,
  goalHistory,
  handoffs,
  erasedMessages,
  erasures,
  toldIds,
  userIds,
  exchangeRates,
  idCells,
  importRepairs,
  impressions,
  impressionsReport,
  indexReplacements,
  jobs,
  knownOffers,
  ledger,
  ledgerChecks,
  ledgerList,
  ledgerRepairs,
  linkedUsers,
  listHits,
  listPage,
  lists,
  marginRules,
  masterSecret,
  needFacts,
  networkActivity,
  networkFigures,
  makers,
  signInFacts,
  members,
  memberships,
  networkList,
  networks,
  appFigures,
  offerEdits,
  offerFigures,
  offerList,
  offerPrices,
  offerStates,
  offerFollowers,
  offers,
  organizations,
  operatorLists,
  ownLists,
  ownMoney,
  oldPostbacks,
  postbackList,
  peopleLinks,
  peopleSessions,
  mailsSent,
  openStreams,
  peopleTokens,
  persons,
  postbackRequests,
  promotions,
  publisherTokens,
  publisherList,
  publishers,
  rankingEvidence,
  rankings,
  refusedPostbacks,
  reportedConversions,
  reviewQueue,
  goalSteps,
  riskFigures,
  riskPeers,
  riskTraces,
  riskReport,
  riskWeights,
  userOutcomes,
  serverSettings,
  settlements,
  snapshotVersions,
  stats,
  foldStats,
  statsCheck,
  offerNames,
  search,
  recentUsers,
  userFigures,
  liveRows,
  pulse,
  statsReport,
  statsPairs,
  statsTop,
  statsViews,
  statsWeeks,
  testOffers,
  setAsideWeeks,
  backupInventory,
  backupJobs,
  sizeSamples,
  runOffers,
  sourceMappings,
  sourceLinks,
  sourceOffers,
  sourcePostbacks,
  sourceRuns,
  sources,
  systemFacts,
  trustedClock,
  workSuccesses,
  ticketQueue,
  tickets,
  transactions,
  unchangedAssessments,
  unmatchedPostbacks,
  watermark,
  userActivity,
  views,
}

export type Store = typeof store
