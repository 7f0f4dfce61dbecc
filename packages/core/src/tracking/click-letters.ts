import type { Platform } from '../offers/offer.ts'
import type { ClickOutcome, ClickReason, ClickVerdict } from './click.ts'

/** The words of clicks, of all their columns. */
type ClickWord = Platform | ClickVerdict | ClickOutcome | ClickReason

/**
 * The letter that stands for each word where clicks are stored. A letter never gets another meaning. The functions
 * `click_word` and `click_letter` of the database have the same table: a new word is a migration, too.
 */
export const clickLetters: Readonly<Record<ClickWord, string>> = {
  android: 'a',
  ios: 'i',
  desktop: 'd',
  valid: 'v',
  bot: 'b',
  redirected: 'r',
  fallback: 'f',
  paused: 'p',
  app_paused: 'q',
  schedule: 's',
  country: 'c',
  platform: 'l',
  capped: 'x',
  blocked: 'k',
  test_mode: 't',
  signature: 'g',
  destination: 'o',
  country_unknown: 'u',
}

/** Where there is no reason. */
export const noLetter = '-'
