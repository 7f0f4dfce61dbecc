import { firstRunRoutes } from './first-run/first-run-routes.ts'
import type { RouteOf } from '../../http/route.ts'
import type { Staff } from '../../http/staff/staff-route.ts'
import { appRoutes } from './apps/apps.ts'
import { credentialRoutes } from './apps/credentials.ts'
import { publisherRoutes } from './publishers/publishers.ts'
import { auditRoutes } from './audit/audit-routes.ts'
import { getClickStory } from './clicks/get-click-story.ts'
import { tellTimeline } from './clicks/tell-timeline.ts'
import { listCaps, removeCap, setCap } from './caps/change-caps.ts'
import { getJob, listJobs } from './jobs/list-jobs.ts'
import { holdOffer, pauseOffer, resumeOffer, tryOffer } from './offers/change-offer.ts'
import { offerEditRoutes } from './offers/edit-offers.ts'
import { explainOffer, showOfferAudience } from './offers/explain-offer.ts'
import {
  listRefusedRows,
  previewOfferImport,
  startOfferImport,
  tryOfferImport,
} from './offers/import-offers.ts'
import { getOffer, listOfferCategories, listOffers } from './offers/list-offers.ts'
import { offerSourceRoutes } from './sources/offer-source.ts'
import { sourceLinkRoutes } from './sources/source-links.ts'
import { sourceRoutes } from './sources/sources.ts'
import { showOfferPrices } from './offers/show-prices.ts'
import { createOffer, updateOffer } from './offers/write-offer.ts'
import { listEntryRoutes } from './lists/list-entries.ts'
import { listMargins, removeMargin, setMargin } from './terms/change-margins.ts'
import { rebuildStats } from './stats/rebuild-stats.ts'
import { checkLedger, checkStats, repairLedger } from './jobs/start-work.ts'
import { listBalances, listHolds, listPublisherMoney } from './ledger/list-balances.ts'
import { listEntries, showEntries } from './ledger/list-entries.ts'
import { listSettlements, settle } from './ledger/settle.ts'
import { statsViewRoutes } from './stats/stats-views.ts'
import { reportPairStats, reportStats } from './stats/report-stats.ts'
import { tryMargin } from './terms/try-margin.ts'
import { addPromotion, endPromotion, listPromotions } from './terms/promotions.ts'
import { importRates, listRates, tryRates } from './terms/rates.ts'
import { historyRoutes } from './history/list-history.ts'
import { ticketRoutes } from './tickets/tickets.ts'
import { search } from './search/search.ts'
import { getUser } from './users/get-user.ts'
import { listUser } from './users/list-user.ts'
import { getSession } from './people/get-session.ts'
import { listNeeds } from './alerts/list-needs.ts'
import { createNetwork, rotateNetworkToken, updateNetwork } from './networks/change-network.ts'
import { getNetwork, listNetworkPresets, listNetworks } from './networks/list-networks.ts'
import { listPostbacks, readSampleCalls, replayNetwork, replayPostbacks } from './networks/postback-log.ts'
import { followLive, getOverview, getPulse, listLive } from './overview/overview-routes.ts'
import { invitationRoutes } from './people/invitations.ts'
import { teamRoutes } from './people/people.ts'
import { tokenRoutes } from './tokens/tokens.ts'
import { reportBackups, startBackup, startProof } from './backups/report-backups.ts'
import { systemRoutes } from './system/get-system.ts'
import { learningRoutes } from './risk/learning.ts'
import { riskRoutes } from './risk/risk.ts'
import { alertRoutes } from './alerts/alert-channels.ts'
import { reviewRoutes } from './reviews/decide-reviews.ts'
import { endpointRoutes } from './callbacks/set-endpoint.ts'
import { callbackRoutes } from './callbacks/try-endpoint.ts'

/** The operator API: what people on the dashboard, and programs with a token, may do to the running service. */
export const operatorRoutes: readonly RouteOf<Staff>[] = [
  ...appRoutes,
  ...credentialRoutes,
  ...publisherRoutes,
  ...auditRoutes,
  getClickStory,
  tellTimeline,
  ...historyRoutes,
  ...ticketRoutes,
  getJob,
  getSession,
  getUser,
  listUser,
  search,
  followLive,
  ...firstRunRoutes,
  getOverview,
  getPulse,
  listLive,
  listJobs,
  listNetworks,
  getNetwork,
  listNetworkPresets,
  createNetwork,
  updateNetwork,
  rotateNetworkToken,
  listPostbacks,
  replayPostbacks,
  replayNetwork,
  readSampleCalls,
  rebuildStats,
  ...systemRoutes,
  reportBackups,
  startBackup,
  startProof,
  ...riskRoutes,
  ...learningRoutes,
  ...alertRoutes,
  ...reviewRoutes,
  ...callbackRoutes,
  ...endpointRoutes,
  listNeeds,
  listOffers,
  ...offerEditRoutes,
  ...sourceRoutes,
  ...offerSourceRoutes,
  ...sourceLinkRoutes,
  getOffer,
  createOffer,
  updateOffer,
  pauseOffer,
  tryOffer,
  resumeOffer,
  holdOffer,
  explainOffer,
  showOfferAudience,
  showOfferPrices,
  listOfferCategories,
  previewOfferImport,
  tryOfferImport,
  listRefusedRows,
  startOfferImport,
  listCaps,
  setCap,
  removeCap,
  ...listEntryRoutes,
  listMargins,
  setMargin,
  removeMargin,
  checkLedger,
  checkStats,
  repairLedger,
  listBalances,
  listHolds,
  listPublisherMoney,
  listEntries,
  showEntries,
  listSettlements,
  settle,
  reportStats,
  reportPairStats,
  ...statsViewRoutes,
  tryMargin,
  addPromotion,
  endPromotion,
  listPromotions,
  importRates,
  tryRates,
  listRates,
  ...invitationRoutes,
  ...teamRoutes,
  ...tokenRoutes,
]
