import { linksDailyMax } from '@quoin/core/sources/link.ts'
import { everySecStandard, payoutBasisPointsStandard } from '@quoin/core/sources/source.ts'
import type { FeedMapping } from '@quoin/core/sources/mapping/mapping.ts'
import type { DataOf } from '../../api/operation-types.ts'
import { problemIn } from '../../parts/feedback/field-problem.ts'
import { tellPace } from './source-words.ts'
import type { SourceKind } from './use-source-kinds.ts'

/** A source as it is filled in: all texts. */
export interface SourceDraft {
  readonly name: string
  readonly settings: Readonly<Record<string, string>>
  readonly key: string
  readonly payoutPercent: string
  readonly everySec: string
  /** The mapping of a feed of any shape; undefined before somebody has looked at it. */
  readonly mapping?: FeedMapping | undefined
  readonly linkCheckDaily: string
}

export const emptyDraft: SourceDraft = {
  name: '',
  settings: {},
  key: '',
  payoutPercent: String(payoutBasisPointsStandard / 100),
  everySec: '',
  linkCheckDaily: '0',
}

export function draftOf(source: DataOf<'getSource'>): SourceDraft {
  return {
    name: source.name,
    settings: source.settings,
    key: '',
    payoutPercent: source.payout_percent,
    everySec: String(source.every_sec),
    linkCheckDaily: String(source.link_check_daily),
  }
}

/** The settings that are filled in, of those that the kind has. */
export function settingsOf(kind: SourceKind, { settings }: SourceDraft): Readonly<Record<string, string>> {
  const filled = kind.settings.map(({ name }) => [name, settings[name]?.trim() ?? ''] as const)
  return Object.fromEntries(filled.filter(([, value]) => value !== ''))
}

export function newBody(kind: SourceKind, draft: SourceDraft): Readonly<Record<string, unknown>> {
  const { name, key, payoutPercent, everySec, mapping } = draft
  return {
    kind: kind.name,
    ...(key.trim() === '' ? {} : { key: key.trim() }),
    ...(kind.has_mapping && mapping !== undefined ? { mapping } : {}),
    settings: settingsOf(kind, draft),
    payoutPercent: payoutPercent.trim(),
    ...(name.trim() === '' ? {} : { name: name.trim() }),
    ...(everySec === '' ? {} : { everySec: Number(everySec) }),
  }
}

/** The changed fields alone: settings that are sent are tried at once. */
export function changedBody(
  kind: SourceKind,
  before: SourceDraft,
  draft: SourceDraft,
): Readonly<Record<string, unknown>> {
  const [filled, filledBefore] = [settingsOf(kind, draft), settingsOf(kind, before)]
  const isSame = JSON.stringify(filled) === JSON.stringify(filledBefore)
  // One that was filled in and is empty now is taken away.
  const taken = Object.keys(filledBefore).map((name) => [name, ''] as const)
  const settings = { ...Object.fromEntries(taken), ...filled }
  const whole = newBody(kind, draft)
  return {
    ...(draft.name === before.name ? {} : { name: draft.name.trim() }),
    ...(draft.key === '' ? {} : { key: whole['key'] }),
    ...(draft.payoutPercent === before.payoutPercent ? {} : { payoutPercent: whole['payoutPercent'] }),
    ...(draft.everySec === before.everySec ? {} : { everySec: whole['everySec'] }),
    ...(draft.linkCheckDaily === before.linkCheckDaily
      ? {}
      : { linkCheckDaily: Number(draft.linkCheckDaily) }),
    ...(isSame ? {} : { settings }),
  }
}

/** The server names a field as it was sent or as it is answered. */
export function problemOf(error: unknown, field: string): string | undefined {
  return (
    problemIn(error, field) ??
    problemIn(
      error,
      field.replaceAll(/[A-Z]/g, (one) => `_${one.toLowerCase()}`),
    )
  )
}

/** The mark in settings that stands for the key. */
const keyMark = '{key}'

/** Whether an account has a key: a feed of any shape may have none. */
export function needsKey(kind: SourceKind, { settings }: SourceDraft): boolean {
  return !kind.has_mapping || Object.values(settings).some((value) => value.includes(keyMark))
}

const paces = [300, 900, 1_800, 3_600, 7_200, 14_400, 21_600, 43_200, 86_400, 604_800]

/** How often a network may be asked, the standard first chosen; one that was set otherwise stays among them. */
export function pacesOf({ every_sec_min: least }: SourceKind, chosen: string) {
  const all = new Set([...paces.filter((one) => one >= least), ...(chosen === '' ? [] : [Number(chosen)])])
  return [...all]
    .toSorted((one, other) => one - other)
    .map((one) => ({ value: String(one), label: tellPace(one) }))
}

export function standardPaceOf({ every_sec_min: least }: SourceKind): string {
  return String(Math.max(everySecStandard, least))
}

const linkNumbers = [0, 10, 25, 50, 100, linksDailyMax]

/** How many links are looked at in a day; a number that was set otherwise stays among them. */
export function linkChoices(chosen: string) {
  return [...new Set([...linkNumbers, Number(chosen)])]
    .toSorted((one, other) => one - other)
    .map((one) => ({ value: String(one), label: one === 0 ? 'None' : `${one} a day` }))
}
