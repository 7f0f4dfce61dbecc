import type { Operation } from '../operation.ts'
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
} from './account-operations.ts'
import { getSignUp, signUp } from './sign-up-operations.ts'
import { beginView, endView } from './view-operations.ts'
import { askForReset, lookAtLink, passSecondStep, signIn, signOut, useLink } from './sign-in-operations.ts'

const table = [
  signIn,
  passSecondStep,
  signOut,
  lookAtLink,
  useLink,
  askForReset,
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
] as const satisfies readonly Operation[]

/** One of them by its exact type. */
export type PeopleOperation = (typeof table)[number]

/** How people sign in and look after their own accounts: called by the dashboard's pages alone, with cookies. */
export const peopleOperations: readonly Operation[] = table
