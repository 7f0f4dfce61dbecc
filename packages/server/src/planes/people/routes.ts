import type { RouteOf } from '../../http/route.ts'
import type { Visitor } from '../../http/staff/prove-visitor.ts'
import {
  beginTwoFactor,
  changePassword,
  confirmTwoFactor,
  endOtherSessions,
  endOwnSession,
  endTwoFactor,
  getAccount,
  listOwnSessions,
  renewRecoveryCodes,
  updateAccount,
} from './account-routes.ts'
import { beginView, endView } from './view-routes.ts'
import { getSignUp, signUp } from './sign-up-routes.ts'
import { forgot, lookAt, passSecondStep, signIn, signOut, use } from './sign-in-routes.ts'

/** How people sign in and look after their own accounts. */
export const peopleRoutes: readonly RouteOf<Visitor>[] = [
  signIn,
  passSecondStep,
  signOut,
  lookAt,
  use,
  forgot,
  getSignUp,
  signUp,
  beginView,
  endView,
  getAccount,
  updateAccount,
  changePassword,
  beginTwoFactor,
  confirmTwoFactor,
  endTwoFactor,
  renewRecoveryCodes,
  listOwnSessions,
  endOwnSession,
  endOtherSessions,
]
