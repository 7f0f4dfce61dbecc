import { multiAccountModes, signedLinksModes } from '@quoin/core/apps/app.ts'
import { roundings } from '@quoin/core/payout/convert.ts'
import { isColour } from '@quoin/core/wall/colours.ts'
import { collectModes, wallProofs, wallThemes } from '@quoin/core/wall/wall-settings.ts'
import { Type } from '../../json-schema.ts'
import { accepted, type Field, optional, refused, refuseNonText } from '../../fields/field.ts'
import { flag, listOf, orNone } from '../../fields/json-fields.ts'
import { amountField, integerField } from '../../fields/number-fields.ts'
import { textField, wordField } from '../../fields/text-fields.ts'
import { webAddress, webOrigin } from './app-fields.ts'
import { orNull } from '../../shapes/responses.ts'
import { money } from '../operator-parts.ts'

export const appName = textField({ min: 1, max: 100, example: 'Coin Quest' })

const count = (min: number, max: number) => integerField({ min, max })

/** Units of a currency per 1 USD. */
export const currencyRate = amountField({ minMicros: 1, maxMicros: 1e15 })
export const decimalsMax = 6

const colour: Field<string> = {
  schema: Type.String({ pattern: '^#[0-9a-fA-F]{6}$', examples: ['#3f63e4'] }),
  read(raw) {
    if (typeof raw !== 'string') return refuseNonText(raw)
    return isColour(raw) ? accepted(raw.toLowerCase()) : refused('format', 'must be a colour such as #3f63e4')
  },
}

const fraudShare = {
  ...amountField({ minMicros: 100, maxMicros: 999_999 }),
  schema: Type.Number({ minimum: 0.0001, maximum: 0.999999, examples: [0.025] }),
}

/** The settings of an app; one that is left out stays. */
export const appSettings = {
  currencyName: optional(appName, 'One unit of its currency.'),
  currencyPlural: optional(orNone(appName), 'Several; null where it is the same word.'),
  currencyRate: optional(currencyRate, 'Units of it per 1 USD.'),
  currencyDecimals: optional(count(0, decimalsMax), 'Decimals that users see.'),
  rounding: optional(wordField(roundings), 'How rewards are rounded.'),
  fallbackUrl: optional(orNone(webAddress), 'Where links to unavailable offers lead.'),
  allowedOrigins: optional(listOf(webOrigin, { max: 50 }), 'Pages that may use browser sessions.'),
  rateLimitPerMinute: optional(orNone(count(1, 1_000_000)), 'Calls per key; null for the standard.'),
  multiAccountThreshold: optional(count(1, 32_767), 'Other users on a device that make it so.'),
  multiAccountWindowDays: optional(count(1, 32_767), 'How far back they are looked for.'),
  multiAccountMode: optional(wordField(multiAccountModes), 'Any other user, or only of the same line.'),
  autoBlockScore: optional(orNone(count(1, 100)), 'From this risk score on a user is blocked; null: never.'),
  holdScore: optional(count(0, 100), 'From this risk score on a conversion waits for review; 0: never.'),
  fraudShare: optional(
    orNone(fraudShare),
    'Share of fraud among its users, to which scores are set, such as 0.025; null: the standard.',
  ),
  isPaused: optional(flag, 'Paused: live lists are empty, live links lead to the fallback.'),
  explainsRisk: optional(flag, 'Whether its server is told the reasons of a score.'),
  roundsScores: optional(flag, 'Whether browser sessions are told the risk score in steps of ten.'),
  signedLinks: optional(wordField(signedLinksModes), 'Whether links are signed.'),
  wallProof: optional(
    wordField(wallProofs),
    '`user`: its wall opens by key and userId; `signed`: by a signed address; `session`: by sessions alone.',
  ),
  wallAccent: optional(orNone(colour), "The publisher's colour on the wall; null: ours."),
  wallLogoUrl: optional(orNone(webAddress), 'The picture beside the name on the wall.'),
  wallTheme: optional(wordField(wallThemes), 'Light, dark, or as the visitor has it.'),
  wallCollect: optional(wordField(collectModes), 'The facts of devices that the wall collects.'),
  wallPrivacyUrl: optional(orNone(webAddress), "A page about the publisher's privacy."),
} as const

/** They as an answer shows them: those that the publisher may change, too. */
export const appSettingsShape = {
  currency_plural: orNull(Type.String()),
  currency_rate: money('Units of the currency per 1 USD.'),
  currency_decimals: Type.Integer(),
  rounding: Type.Enum([...roundings]),
  fallback_url: orNull(Type.String()),
  allowed_origins: Type.Array(Type.String()),
  multi_account_threshold: Type.Integer(),
  multi_account_window_days: Type.Integer(),
  multi_account_mode: Type.Enum([...multiAccountModes]),
  auto_block_score: orNull(Type.Integer()),
  hold_score: Type.Integer({ description: '0: no conversion waits for its score.' }),
  is_paused: Type.Boolean({ description: 'Whether the publisher has paused it.' }),
  explains_risk: Type.Boolean(),
  rounds_scores: Type.Boolean({ description: 'Browser sessions are told the score in steps of ten.' }),
  signed_links: Type.Enum([...signedLinksModes]),
  wall_proof: Type.Enum([...wallProofs]),
  wall_accent: orNull(Type.String()),
  wall_logo_url: orNull(Type.String()),
  wall_theme: Type.Enum([...wallThemes]),
  wall_collect: Type.Enum([...collectModes]),
  wall_privacy_url: orNull(Type.String()),
} as const
