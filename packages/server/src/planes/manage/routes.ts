import type { RouteOf } from '../../http/route.ts'
import type { Member } from '../../http/staff/member-route.ts'
import { appRoutes } from './apps/apps.ts'
import { listMyCalls } from './calls/list-calls.ts'
import { callApiAsApp } from './console/call-api.ts'
import { promotionRoutes } from './promotions/promotions.ts'
import { endpointRoutes } from './callbacks/endpoints.ts'
import { callbackLogRoutes } from './callbacks/log.ts'
import { trialRoutes } from './callbacks/trials.ts'
import { credentialRoutes } from './credentials/credentials.ts'
import { clickRoutes } from './history/clicks.ts'
import { conversionRoutes } from './history/conversions.ts'
import { moneyRoutes } from './money/money.ts'
import { offerRoutes } from './offers/offers.ts'
import { getMySession } from './session/get-session.ts'
import { getMyStats } from './stats/get-stats.ts'
import { peopleRoutes } from './people/people.ts'
import { startRoutes } from './start/start.ts'
import { tokenRoutes } from './tokens/tokens.ts'
import { userRoutes } from './users/users.ts'

/** The management API: what the people of a publisher, and programs with their tokens, may do. */
export const manageRoutes: readonly RouteOf<Member>[] = [
  getMySession,
  ...appRoutes,
  ...credentialRoutes,
  ...tokenRoutes,
  ...conversionRoutes,
  ...clickRoutes,
  ...endpointRoutes,
  ...trialRoutes,
  ...callbackLogRoutes,
  ...userRoutes,
  ...offerRoutes,
  ...promotionRoutes,
  listMyCalls,
  callApiAsApp,
  getMyStats,
  ...moneyRoutes,
  ...startRoutes,
  ...peopleRoutes,
]
