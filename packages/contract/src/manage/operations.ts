import type { Operation } from '../operation.ts'
import { createMyApp, getMyApp, listMyApps, updateMyApp } from './apps/app-operations.ts'
import {
  endMyCredential,
  getMyLinkKey,
  listMyCredentials,
  rotateMyCredential,
  rotateMyLinkKey,
} from './credentials/credential-operations.ts'
import { endpointOperations } from './callbacks/endpoint-operations.ts'
import { callbackLogOperations } from './callbacks/log-operations.ts'
import { trialOperations } from './callbacks/trial-operations.ts'
import { exportMyClicks, getMyClickStory, listMyClicks } from './history/click-operations.ts'
import { exportMyConversions, listMyConversions } from './history/conversion-operations.ts'
import {
  exportMyStatement,
  getMyBalance,
  getMyStatement,
  listMyStatements,
} from './money/money-operations.ts'
import {
  changeMyRole,
  inviteMyPerson,
  listMyInvitations,
  listMyPeople,
  removeMyPerson,
  revokeMyInvitation,
} from './people/people-operations.ts'
import { getMyStart, openMySession } from './start/start-operations.ts'
import { listMyCalls } from './calls/call-operations.ts'
import { callApiAsApp } from './console/console-operations.ts'
import { addMyPromotion, endMyPromotion, listMyPromotions } from './promotions/promotion-operations.ts'
import { getMySession } from './session/session-operations.ts'
import { getMyStats } from './stats/stats-operations.ts'
import { explainMyOffer, listMyOffers } from './offers/offer-operations.ts'
import { userOperations } from './users/user-operations.ts'
import { createMyToken, listMyTokens, revokeMyToken } from './tokens/token-operations.ts'

const table = [
  getMySession,
  listMyApps,
  getMyApp,
  createMyApp,
  updateMyApp,
  listMyCredentials,
  rotateMyCredential,
  endMyCredential,
  getMyLinkKey,
  rotateMyLinkKey,
  listMyTokens,
  createMyToken,
  revokeMyToken,
  listMyConversions,
  exportMyConversions,
  listMyClicks,
  exportMyClicks,
  getMyClickStory,
  ...endpointOperations,
  ...trialOperations,
  ...callbackLogOperations,
  ...userOperations,
  listMyOffers,
  explainMyOffer,
  listMyPromotions,
  addMyPromotion,
  endMyPromotion,
  listMyCalls,
  callApiAsApp,
  getMyStats,
  getMyBalance,
  getMyStatement,
  listMyStatements,
  exportMyStatement,
  getMyStart,
  openMySession,
  listMyPeople,
  changeMyRole,
  removeMyPerson,
  listMyInvitations,
  inviteMyPerson,
  revokeMyInvitation,
] as const satisfies readonly Operation[]

/** One of them by its exact type: the dashboard's client knows parameters and answers from it. */
export type ManageOperation = (typeof table)[number]

/** The management API: what a publisher's people do on their dashboard, and their programs with a token. */
export const manageOperations: readonly Operation[] = table
