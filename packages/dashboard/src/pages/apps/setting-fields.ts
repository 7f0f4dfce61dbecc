import type { DataOf } from '../../api/operation-types.ts'

export type App = DataOf<'getApp'>

interface Option {
  readonly value: string
  readonly label: string
}

/** How a setting is filled in: all are texts until they are saved. */
export interface SettingField {
  /** The parameter of `updateApp`. */
  readonly name: string
  readonly label: string
  readonly help?: string
  /** `lines`: one a line; `share`: percent; `optional…`: empty is none; `flag`: yes or no. */
  readonly kind:
    | 'text'
    | 'optionalText'
    | 'amount'
    | 'number'
    | 'optionalNumber'
    | 'share'
    | 'flag'
    | 'lines'
    | 'choice'
  readonly options?: readonly Option[]
  readonly of: (app: App) => string | number | boolean | null | readonly string[]
  /** The meaning of an empty field. */
  readonly placeholder?: string
}

export const roundingOptions: readonly Option[] = [
  { value: 'half_up', label: 'Half up' },
  { value: 'floor', label: 'Down' },
  { value: 'ceil', label: 'Up' },
]

export const currencyFields: readonly SettingField[] = [
  { name: 'name', label: 'Name of the app', kind: 'text', of: (app) => app.name },
  { name: 'currencyName', label: 'One unit', kind: 'text', of: (app) => app.currency_name },
  {
    name: 'currencyPlural',
    label: 'Several units',
    help: 'Leave it empty where it is the same word.',
    kind: 'optionalText',
    of: (app) => app.currency_plural,
  },
  { name: 'currencyRate', label: 'Units per 1 USD', kind: 'amount', of: (app) => app.currency_rate },
  {
    name: 'currencyDecimals',
    label: 'Decimals that users see',
    kind: 'number',
    options: ['0', '1', '2', '3', '4', '5', '6'].map((value) => ({ value, label: value })),
    of: (app) => app.currency_decimals,
  },
  {
    name: 'rounding',
    label: 'Rounding',
    kind: 'choice',
    options: roundingOptions,
    of: (app) => app.rounding,
  },
]

export const limitFields: readonly SettingField[] = [
  {
    name: 'rateLimitPerMinute',
    label: 'Calls per key and minute',
    kind: 'optionalNumber',
    placeholder: 'The standard',
    of: (app) => app.rate_limit_per_minute,
  },
  {
    name: 'fallbackUrl',
    label: 'Address for links to unavailable offers',
    kind: 'optionalText',
    placeholder: 'A page of Quoin',
    of: (app) => app.fallback_url,
  },
  {
    name: 'holdScore',
    label: 'Hold from this risk score on',
    help: 'The conversions of such a user wait for review. 0 means never.',
    kind: 'number',
    of: (app) => app.hold_score,
  },
  {
    name: 'autoBlockScore',
    label: 'Block from this risk score on',
    help: 'Such a user sees no offers. Leave it empty for never.',
    kind: 'optionalNumber',
    placeholder: 'Never',
    of: (app) => app.auto_block_score,
  },
  {
    name: 'fraudShare',
    label: 'Share of fraud among its users, in percent',
    help: 'Scores are set to it. Leave it empty for the standard.',
    kind: 'share',
    placeholder: 'The standard',
    of: (app) => app.fraud_share,
  },
  {
    name: 'multiAccountThreshold',
    label: 'Other users on a device that make it shared',
    kind: 'number',
    of: (app) => app.multi_account_threshold,
  },
  {
    name: 'multiAccountWindowDays',
    label: 'Days that are looked at',
    kind: 'number',
    of: (app) => app.multi_account_window_days,
  },
  {
    name: 'multiAccountMode',
    label: 'Which of them count',
    kind: 'choice',
    options: [
      { value: 'literal', label: 'Any other user of the device' },
      { value: 'colocated', label: 'Only those in the same network, at home' },
    ],
    of: (app) => app.multi_account_mode,
  },
  {
    name: 'isPaused',
    label: 'Paused: live lists are empty, live links lead to the fallback',
    kind: 'flag',
    of: (app) => app.is_paused,
  },
  {
    name: 'explainsRisk',
    label: 'Tell its server the reasons of a score',
    kind: 'flag',
    of: (app) => app.explains_risk,
  },
  {
    name: 'roundsScores',
    label: 'Tell browsers the risk score in steps of ten',
    kind: 'flag',
    of: (app) => app.rounds_scores,
  },
]

export const wallFields: readonly SettingField[] = [
  {
    name: 'wallProof',
    label: 'Who may open the wall',
    kind: 'choice',
    options: [
      { value: 'user', label: 'Whoever has the key and a user id' },
      { value: 'signed', label: 'Whoever has a signed address' },
      { value: 'session', label: 'Whoever has a session of its server' },
    ],
    of: (app) => app.wall_proof,
  },
  {
    name: 'wallAccent',
    label: 'Colour',
    help: 'Such as #3f63e4. Leave it empty for ours.',
    kind: 'optionalText',
    of: (app) => app.wall_accent,
  },
  {
    name: 'wallTheme',
    label: 'Light or dark',
    kind: 'choice',
    options: [
      { value: 'auto', label: 'As the visitor has it' },
      { value: 'light', label: 'Light' },
      { value: 'dark', label: 'Dark' },
    ],
    of: (app) => app.wall_theme,
  },
  { name: 'wallLogoUrl', label: 'Address of the logo', kind: 'optionalText', of: (app) => app.wall_logo_url },
  {
    name: 'wallPrivacyUrl',
    label: 'Address of the page about privacy',
    kind: 'optionalText',
    of: (app) => app.wall_privacy_url,
  },
  {
    name: 'wallCollect',
    label: 'What it collects of devices',
    kind: 'choice',
    options: [
      { value: 'off', label: 'Nothing' },
      { value: 'minimal', label: 'What a browser says of itself' },
      { value: 'full', label: 'What it measures, too' },
    ],
    of: (app) => app.wall_collect,
  },
  {
    name: 'allowedOrigins',
    label: 'Pages that may call with browser sessions',
    help: 'One origin a line, such as https://games.example',
    kind: 'lines',
    of: (app) => app.allowed_origins,
  },
  {
    name: 'signedLinks',
    label: 'Links',
    kind: 'choice',
    options: [
      { value: 'off', label: 'Not signed' },
      { value: 'added', label: 'Lists sign them' },
      { value: 'required', label: 'Must be signed' },
    ],
    of: (app) => app.signed_links,
  },
]
