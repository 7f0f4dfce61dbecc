import type { ConversionReason } from '@quoin/core/conversions/conversion.ts'
import type { ClickReason } from '@quoin/core/tracking/click.ts'

/** Why a click was not let through to its offer. */
export const clickReasons: Readonly<Record<ClickReason, string>> = {
  paused: 'the offer was paused',
  app_paused: 'the app was paused by its publisher',
  schedule: 'the offer was not running at that time',
  country: 'the offer is not for this country',
  platform: 'the offer is not for this platform',
  capped: 'a cap of the offer was used up',
  blocked: 'a block list names the user',
  test_mode: 'a test key sees only test offers',
  signature: 'the link was not signed, or was changed',
  destination: 'the address of the offer leads nowhere',
  country_unknown: 'the country of the address is not known',
}

/** Why a conversion waits or was refused. */
export const conversionReasons: Readonly<Record<ConversionReason, string>> = {
  claim: 'the publisher says so, and the network has not yet',
  window: 'it was reported after the attribution window of the offer',
  deadline: 'it was reported after the deadline of the goal',
  repeat: 'the user has earned this offer before',
  transaction: 'the network named another transaction before',
  bot: 'the click came from a crawler or a tool',
  fallback: 'the click was led to the fallback, not to the offer',
  listed: 'the user is on the review list',
  risk: 'its risk is over the limit of the app',
  margin: 'the network pays less than the publisher gets',
  hold: 'the app holds what is approved for some days',
  cap: 'a cap of the offer was used up',
  refused: 'an operator refused it',
  withheld: 'an operator took it back',
  expired: 'nobody decided it in time',
}

/** Why a network's report was not taken. */
const refusalReasons: Readonly<Record<string, string>> = {
  unknown_click: 'it names no click of this service',
  address: 'it came from an address that is not allowed',
  token: 'its token is wrong',
  signature: 'its signature is wrong',
  literal_macro: 'it holds a macro that was never filled in',
  invalid: 'a parameter of it cannot be read',
  transition: 'it contradicts what the network said before',
}

export function refusalReason(reason: string | null): string {
  return refusalReasons[reason ?? ''] ?? 'it could not be taken'
}

/** Why a conversion waits or was refused, as its publisher may know it. */
export function ownReason(reason: ConversionReason): string {
  return withoutMarginReason(conversionReasons[reason])
}

/** Without the one reason that would tell what the network pays. */
export function withoutMarginReason(text: string): string {
  return text.replaceAll(conversionReasons.margin, 'the platform checks what is paid for it')
}
