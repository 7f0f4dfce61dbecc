import { type Rounding, roundings } from '../payout/convert.ts'
import * as kinds from '../settings/setting.ts'
import type { PlainSettings } from '../settings/setting.ts'
import {
  collectModes,
  type WallSettings,
  wallProofs,
  wallStandards,
  wallThemes,
} from '../wall/wall-settings.ts'

export const signedLinksModes = ['off', 'added', 'required'] as const

export const multiAccountModes = ['literal', 'colocated'] as const
export type MultiAccountMode = (typeof multiAccountModes)[number]

/** The virtual currency of an app: what users see instead of USD. */
export interface AppCurrency {
  /** The name of one unit: Coin. */
  readonly name: string
  /** The name of several units; null where it is the same word. */
  readonly plural?: string | null
  /** App currency units per 1 USD, in millionths. */
  readonly rateMicros: number
  readonly decimals: number
  readonly rounding: Rounding
}

/** The parts of an app in which settings stand together or otherwise than they are set. */
export interface AppParts {
  readonly currency: AppCurrency
  readonly wall: WallSettings
  /** The risk score of a conversion from which on it waits for review; null: none ever does. */
  readonly holdScore: number | null
}

const { orNone, setting, partSetting, platformSetting } = kinds

/** The names of an app and its currency. */
const appName = kinds.text(100, 'Coin Quest')
export const currencyDecimals = { min: 0, max: 6 }

/**
 * The settings of an app, by their names in the API. `packages/server/src/store/apps/app-columns.ts` says where each
 * lies, and the migration there its standard value.
 */
export const appSettings = {
  currencyName: partSetting(appName, {
    standard: 'Points',
    label: 'One unit',
    about: 'One unit of its currency.',
    of: ({ currency }: AppParts) => currency.name,
  }),
  currencyPlural: partSetting(orNone(appName), {
    standard: null,
    label: 'Several units',
    about: 'The name of several units; null where it is the same word.',
    of: ({ currency }: AppParts) => currency.plural ?? null,
  }),
  currencyRate: partSetting(kinds.amount(1, 1e15), {
    standard: 1_000_000,
    label: 'Units per 1 USD',
    about: 'Units of its currency per 1 USD.',
    of: ({ currency }: AppParts) => currency.rateMicros,
  }),
  currencyDecimals: partSetting(kinds.count(currencyDecimals.min, currencyDecimals.max), {
    standard: 2,
    label: 'Decimals that users see',
    about: 'Decimals that users see.',
    of: ({ currency }: AppParts) => currency.decimals,
  }),
  rounding: partSetting(kinds.words(roundings), {
    standard: 'half_up',
    label: 'Rounding',
    about: 'How rewards are rounded.',
    of: ({ currency }: AppParts) => currency.rounding,
  }),
  fallbackUrl: setting(orNone(kinds.address), {
    standard: null,
    label: 'Address for links to unavailable offers',
    about: 'Where links to unavailable offers lead.',
  }),
  allowedOrigins: setting(kinds.origins(50), {
    standard: [],
    label: 'Origins of browsers',
    about: 'Pages that may use browser sessions.',
    option: 'allowed-origin',
  }),
  rateLimitPerMinute: platformSetting(orNone(kinds.count(1, 1_000_000)), {
    standard: null,
    label: 'Calls per key and minute',
    about: 'Calls per key and minute; null for the standard.',
    option: 'rate-limit',
  }),
  multiAccountThreshold: setting(kinds.count(1, 32_767), {
    standard: 1,
    label: 'Other users on a device that make it shared',
    about: 'Other users on a device that make it so.',
  }),
  multiAccountWindowDays: setting(kinds.count(1, 32_767), {
    standard: 90,
    label: 'Days that are looked at',
    about: 'How far back they are looked for.',
  }),
  multiAccountMode: setting(kinds.words(multiAccountModes), {
    standard: 'literal',
    label: 'Which of them count',
    about: '`literal`: any other user of the device; `colocated`: only those of the same line.',
  }),
  autoBlockScore: setting(orNone(kinds.count(1, 100)), {
    standard: null,
    label: 'Block from this risk score on',
    about: 'From this risk score on a user is blocked; null: never.',
  }),
  holdScore: partSetting(kinds.count(0, 100), {
    standard: 85,
    label: 'Hold from this risk score on',
    about: 'From this risk score on a conversion waits for review (85 for a new app); 0: never.',
    of: ({ holdScore }: AppParts) => holdScore ?? 0,
  }),
  fraudShare: platformSetting(orNone(kinds.share), {
    standard: null,
    label: 'Share of fraud among its users',
    about: 'Share of fraud among its users, to which scores are set; null: the standard.',
  }),
  isPaused: setting(kinds.flag, {
    standard: false,
    label: 'Paused',
    about: 'Paused by its publisher: live lists are empty, live links lead to the fallback.',
    option: 'paused',
  }),
  explainsRisk: setting(kinds.flag, {
    standard: false,
    label: 'Tell its server the reasons of a score',
    about: 'Whether its server is told the reasons of a score.',
    option: 'explain-risk',
  }),
  roundsScores: setting(kinds.flag, {
    standard: false,
    label: 'Tell browsers the risk score in steps of ten',
    about: 'Whether browser sessions are told the risk score in steps of ten.',
    option: 'round-scores',
  }),
  signedLinks: setting(kinds.words(signedLinksModes), {
    standard: 'added',
    label: 'Signed links',
    about: '`added`: lists sign links; `required`: unsigned or changed ones lead to the fallback.',
  }),
  wallProof: partSetting(kinds.words(wallProofs), {
    standard: wallStandards.proof,
    label: 'Who may open the wall',
    about:
      '`user`: its wall opens by key and userId; `signed`: by a signed address; `session`: by sessions alone.',
    of: ({ wall }: AppParts) => wall.proof,
  }),
  wallAccent: partSetting(orNone(kinds.colour), {
    standard: wallStandards.accent,
    label: 'Colour of the wall',
    about: 'The colour of the publisher on the wall; null: ours.',
    of: ({ wall }: AppParts) => wall.accent,
  }),
  wallLogoUrl: partSetting(orNone(kinds.address), {
    standard: wallStandards.logoUrl,
    label: 'Address of the logo',
    about: 'The picture beside the name on the wall.',
    option: 'wall-logo',
    of: ({ wall }: AppParts) => wall.logoUrl,
  }),
  wallTheme: partSetting(kinds.words(wallThemes), {
    standard: wallStandards.theme,
    label: 'Wall light or dark',
    about: 'Light, dark, or as the visitor has it.',
    of: ({ wall }: AppParts) => wall.theme,
  }),
  wallCollect: partSetting(kinds.words(collectModes), {
    standard: wallStandards.collect,
    label: 'Collected of devices',
    about: 'The facts of devices that the wall collects.',
    of: ({ wall }: AppParts) => wall.collect,
  }),
  wallPrivacyUrl: partSetting(orNone(kinds.address), {
    standard: wallStandards.privacyUrl,
    label: 'Address of the page about privacy',
    about: 'A page about the privacy of the publisher.',
    option: 'wall-privacy',
    of: ({ wall }: AppParts) => wall.privacyUrl,
  }),
} as const

export type AppSettings = typeof appSettings
export type AppSetting = keyof AppSettings

/** The settings that an app has by their names. */
export type PlainAppSettings = PlainSettings<AppSettings>
