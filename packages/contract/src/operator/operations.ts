import type { Operation } from '../operation.ts'
import { backupOperations } from './backups/backup-operations.ts'
import { appOperations } from './apps/app-operations.ts'
import { auditOperations } from './people/audit-operations.ts'
import { listCaps, removeCap, setCap } from './catalogue/cap-operations.ts'
import {
  listRefusedRows,
  previewOfferImport,
  startOfferImport,
  tryOfferImport,
} from './catalogue/import-operations.ts'
import { getClickStory, tellTimeline } from './users/click-operations.ts'
import { firstRunOperations } from './first-run/first-run-operations.ts'
import { getJob, listJobs } from './overview/job-operations.ts'
import { listEntryOperations } from './users/list-entry-operations.ts'
import { listMargins, removeMargin, setMargin } from './ledger/margin-operations.ts'
import { networkOperations } from './networks/network-operations.ts'
import { postbackLogOperations } from './networks/postback-log-operations.ts'
import { listClicks, listConversions } from './history/history-operations.ts'
import { offerOperations } from './catalogue/offer-operations.ts'
import { offerSourceOperations } from './sources/offer-source-operations.ts'
import { sourceOperations } from './sources/source-operations.ts'
import { showOfferPrices } from './catalogue/price-operations.ts'
import { offerEditOperations } from './catalogue/edit-operations.ts'
import { ledgerOperations } from './ledger/ledger-operations.ts'
import { teamOperations } from './people/people-operations.ts'
import { tokenOperations } from './people/token-operations.ts'
import { search } from './overview/search-operations.ts'
import { answerTicket, listTickets } from './tickets/ticket-operations.ts'
import { getUser, listUser } from './users/user-operations.ts'
import { getSession } from './people/session-operations.ts'
import { listNeeds } from './overview/need-operations.ts'
import { deleteStatsView, listStatsViews, saveStatsView } from './stats/stats-view-operations.ts'
import { checkStats, rebuildStats, reportPairStats, reportStats } from './stats/stats-operations.ts'
import { termsOperations } from './catalogue/terms-operations.ts'
import { followLive, getOverview, getPulse, listLive } from './overview/overview-operations.ts'
import { systemOperations } from './system/system-operations.ts'
import { learningOperations } from './users/learning-operations.ts'
import { riskOperations } from './users/risk-operations.ts'
import { alertOperations } from './overview/alert-operations.ts'
import { reviewOperations } from './users/review-operations.ts'
import { reviewDecisionOperations } from './users/review-decision-operations.ts'
import { callbackEndpointOperations } from './callbacks/callback-endpoint-operations.ts'
import { callbackOperations } from './callbacks/callback-operations.ts'
import { endpointOperations } from './callbacks/endpoint-setup-operations.ts'
import { credentialOperations } from './apps/credential-operations.ts'
import { publisherOperations } from './publishers/publisher-operations.ts'

const table = [
  ...appOperations,
  ...credentialOperations,
  ...publisherOperations,
  ...firstRunOperations,
  ...auditOperations,
  getClickStory,
  tellTimeline,
  listClicks,
  listConversions,
  listTickets,
  answerTicket,
  getJob,
  getSession,
  getUser,
  listUser,
  search,
  followLive,
  getOverview,
  getPulse,
  listLive,
  listJobs,
  ...networkOperations,
  ...postbackLogOperations,
  rebuildStats,
  ...systemOperations,
  ...backupOperations,
  ...riskOperations,
  ...learningOperations,
  ...alertOperations,
  ...reviewOperations,
  ...reviewDecisionOperations,
  ...callbackEndpointOperations,
  ...callbackOperations,
  ...endpointOperations,
  listNeeds,
  ...offerOperations,
  showOfferPrices,
  ...offerEditOperations,
  ...sourceOperations,
  ...offerSourceOperations,
  previewOfferImport,
  tryOfferImport,
  listRefusedRows,
  startOfferImport,
  listCaps,
  setCap,
  removeCap,
  ...listEntryOperations,
  listMargins,
  setMargin,
  removeMargin,
  ...ledgerOperations,
  ...termsOperations,
  checkStats,
  reportStats,
  reportPairStats,
  listStatsViews,
  saveStatsView,
  deleteStatsView,
  ...teamOperations,
  ...tokenOperations,
] as const satisfies readonly Operation[]

/** One of them by its exact type: the dashboard's client knows parameters and answers from it. */
export type OperatorOperation = (typeof table)[number]

/** The operator API: what people on the dashboard, and programs with a token, may do to the running service. */
export const operatorOperations: readonly Operation[] = table
