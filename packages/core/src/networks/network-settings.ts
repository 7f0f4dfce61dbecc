import { type ConversionStatus, conversionStatuses } from '../conversions/status.ts'
import { currencies } from '../terms/currencies.ts'
import * as kinds from '../settings/setting.ts'
import type { PlainSettings, GivenSettings } from '../settings/setting.ts'

/** The treatment of a report that would lose money: wait for a person, pay all the same, or refuse it. */
const lossRules = ['hold', 'pay', 'refuse'] as const

/** The treatment of a report that names another payout than the one before. */
const changedPayoutRules = ['ignore', 'update'] as const

/** The meanings of words once a network has said something else before, by what it said. */
export type StatusWordsAfter = Readonly<
  Partial<Record<ConversionStatus, Readonly<Record<string, ConversionStatus>>>>
>

/** The amounts of a network, by the names that its rules use. */
export interface NetworkParts {
  readonly payoutMaxMicros: number
  /** The least that a report may pay which is no rejection; in USD. */
  readonly payoutMinMicros: number
}

const { orNone, setting, partSetting } = kinds

const payoutTopMicros = 10_000_000_000

/**
 * The settings of a network, by their names in the API. `packages/server/src/store/networks/network-columns.ts` says
 * where each lies, and the migration there its standard value.
 */
export const networkSettings = {
  reply: setting(orNone(kinds.verbatim(200, 'OK')), {
    standard: null,
    label: 'Answer to an accepted report',
    about: 'The body of an accepted answer, for senders that compare text; null: as its preset says.',
  }),
  statusWords: setting(kinds.meanings(conversionStatuses), {
    standard: {},
    label: 'Words of its own',
    about: 'All words of its own, in small letters.',
    option: 'status-word',
  }),
  statusWordsAfter: setting(kinds.meaningsAfter(conversionStatuses), {
    standard: {},
    label: 'Words after earlier ones',
    about: 'By what it said before: words that mean something else then.',
    option: 'status-word-after',
  }),
  onChangedPayout: setting(kinds.words(changedPayoutRules), {
    standard: 'ignore',
    label: 'A repeat with another amount',
    about: 'The effect of a repeat with another amount.',
  }),
  onLoss: setting(kinds.words(lossRules), {
    standard: 'hold',
    label: 'A report that would lose money',
    about: 'The treatment of a report that would lose money.',
  }),
  payoutMax: partSetting(kinds.amount(1, payoutTopMicros), {
    standard: payoutTopMicros,
    label: 'At most, USD',
    about: 'The most that one report may pay, in USD.',
    of: ({ payoutMaxMicros }: NetworkParts) => payoutMaxMicros,
  }),
  payoutMin: partSetting(kinds.amount(0, payoutTopMicros), {
    standard: 0,
    label: 'At least, USD',
    about: 'The least that one report may pay, in USD; less is refused.',
    of: ({ payoutMinMicros }: NetworkParts) => payoutMinMicros,
  }),
  allowedAddresses: setting(kinds.ranges(200), {
    standard: [],
    label: 'It may call from',
    about: 'The addresses or ranges that it may call from; empty: as its preset says.',
    option: 'allow-address',
  }),
  currency: setting(kinds.words(currencies), {
    standard: 'USD',
    label: 'Currency in which it pays',
    about: 'The ISO 4217 currency of reports and offers that name none.',
  }),
  timeZone: setting(kinds.zone, {
    standard: 'UTC',
    label: 'Time zone in which its day begins',
    about: 'The IANA name of the time zone in which its day begins (UTC for a new network).',
  }),
} as const

type NetworkSettings = typeof networkSettings
export type NetworkSetting = keyof NetworkSettings

/** The settings that a network has by their names. */
export type PlainNetworkSettings = PlainSettings<NetworkSettings>

/** Changes of a network's settings, besides its name and status. */
export type NetworkGivenSettings = GivenSettings<NetworkSettings>
