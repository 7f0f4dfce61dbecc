import { invalidFields, invalidRequest, notFound } from '@quoin/core/errors.ts'
import { linksDailyMax } from '@quoin/core/sources/link.ts'
import {
  everySecMax,
  everySecMin,
  everySecStandard,
  leaseMs,
  payoutBasisPointsStandard,
} from '@quoin/core/sources/source.ts'
import type { FeedKind } from '../../feeds/feed-kind.ts'
import { feedKinds, findFeedKind } from '../../feeds/kinds.ts'
import type { Ports } from '../../ports/ports.ts'
import type { Db } from '../../store/pg/database.ts'
import type { Source } from '../../store/sources/sources.ts'
import { type AuditNeeds, noteChange } from '../audit/note-change.ts'
import { sealKey } from './source-key.ts'

type SourceNeeds = Pick<Ports, 'db' | 'store' | 'keyring' | 'clock' | 'newId'> & AuditNeeds

export interface SourceSettings {
  readonly name?: string | undefined
  readonly settings?: Readonly<Record<string, string>> | undefined
  readonly key?: string | undefined
  readonly payoutBasisPoints?: number | undefined
  readonly everySec?: number | undefined
  readonly linkCheckDaily?: number | undefined
}

interface NewSource extends SourceSettings {
  readonly networkSlug: string
  readonly kind: string
  readonly key: string
}

/** A source of offers for a network. Its first run is looked at before it counts. Throws INVALID_REQUEST naming every fault. */
export async function createSource(needs: SourceNeeds, given: NewSource): Promise<number> {
  const { db, store } = needs
  const kind = findFeedKind(given.kind)
  if (kind === undefined)
    throw invalid('kind', `must be one of ${feedKinds.map(({ name }) => name).join(', ')}`)
  const { name = given.networkSlug, settings = {}, key } = given
  refuseFaults(kind, { ...given, name, settings }, { isNew: true })
  return await db.transaction(async (tx) => {
    const network = await store.networks.findNetworkBySlug(tx, given.networkSlug)
    if (network === undefined) throw notFound(`There is no network "${given.networkSlug}". Create it first.`)
    if (network.preset !== kind.preset) {
      const message = `speaks as “${network.preset}”, and offers of ${kind.title} lead to links of “${kind.preset}”: choose a network with that preset`
      throw invalid('network', message)
    }
    if (await store.sources.hasSource(tx, network.id)) throw invalid('network', 'has a source already')
    await refuseTaken(needs, tx, name)
    const { payoutBasisPoints = payoutBasisPointsStandard, everySec = standardOf(kind) } = given
    const { linkCheckDaily = 0 } = given
    const made = { name, kind: kind.name, settings, payoutBasisPoints, everySec, linkCheckDaily }
    const id = await store.sources.insertSource(tx, {
      ...made,
      networkId: network.id,
      keySealed: sealKey(needs, key),
      nowMs: needs.clock.nowMs(),
    })
    const object = `source:${id}`
    await noteChange(needs, tx, {
      action: 'source.created',
      object,
      after: made,
      details: { networkId: network.id },
    })
    return id
  })
}

/**
 * Changes settings of a source; what is left out stays. It is asked at once where that changes what comes. Another host needs
 * the key again: whoever leads it elsewhere must have it.
 */
export async function updateSource(
  needs: SourceNeeds,
  sourceId: number,
  given: SourceSettings & { readonly isPaused?: boolean | undefined },
): Promise<void> {
  const { db, store } = needs
  await db.transaction(async (tx) => {
    const source = await lockKnown(needs, tx, sourceId)
    const settings = { ...source.settings, ...given.settings }
    const kind = findFeedKind(source.kind)
    if (kind !== undefined) refuseFaults(kind, { ...given, settings }, {})
    if (given.key === undefined && isElsewhere(settings, source.settings))
      throw invalid('key', 'must be given again with other settings')
    if (given.name !== undefined && given.name !== source.name) await refuseTaken(needs, tx, given.name)
    const after = changed(needs, source, { ...given, settings })
    await store.sources.updateSource(tx, sourceId, after)
    // A run that waits was read by what has changed.
    if (changesOffers(given)) await store.sourceRuns.replaceWaiting(tx, sourceId, 0)
    await noteChange(needs, tx, {
      action: 'source.updated',
      object: `source:${sourceId}`,
      before: toldOf(source),
      after: toldOf(after),
      details: { networkId: source.networkId, ...(given.key !== undefined && { key: 'set anew' }) },
    })
  })
}

type Change = Parameters<typeof updateSource>[2]

function changed(
  needs: SourceNeeds,
  source: Source,
  given: Change & { settings: Source['settings'] },
): Source {
  const nowMs = needs.clock.nowMs()
  const { isPaused = source.pausedAtMs !== null } = given
  const isAsked = changesOffers(given) || (given.isPaused === false && source.pausedAtMs !== null)
  return {
    ...source,
    name: given.name ?? source.name,
    settings: given.settings,
    payoutBasisPoints: given.payoutBasisPoints ?? source.payoutBasisPoints,
    everySec: given.everySec ?? source.everySec,
    linkCheckDaily: given.linkCheckDaily ?? source.linkCheckDaily,
    keySealed: given.key === undefined ? source.keySealed : sealKey(needs, given.key),
    pausedAtMs: isPaused ? (source.pausedAtMs ?? nowMs) : null,
    ...(isAsked && { failures: 0, nextRunAtMs: nowMs }),
  }
}

function changesOffers({ key, settings, payoutBasisPoints }: Change): boolean {
  return key !== undefined || payoutBasisPoints !== undefined || Object.keys(settings ?? {}).length > 0
}

/** Settings by which dates are read lead nowhere. */
const harmless: ReadonlySet<string> = new Set(['time_zone'])

function isElsewhere(settings: Source['settings'], before: Source['settings']): boolean {
  return Object.entries(settings).some(([name, value]) => !harmless.has(name) && value !== before[name])
}

/** Ends a source. Its offers stay as they are, and nobody asks for them any more. Refused while a run is under way. */
export async function deleteSource(needs: SourceNeeds, sourceId: number): Promise<void> {
  const { db, store, newId } = needs
  const lease = newId()
  const taken = await store.sources.takeSource(db, { id: sourceId, lease, leaseMs })
  if (taken === undefined && (await store.sources.findSource(db, sourceId)) !== undefined)
    throw invalidRequest('A run of the source is under way: pause it, and wait until that has ended.')
  await db.transaction(async (tx) => {
    const source = await lockKnown(needs, tx, sourceId)
    await store.sources.deleteSource(tx, sourceId)
    await noteChange(needs, tx, {
      action: 'source.deleted',
      object: `source:${sourceId}`,
      before: toldOf(source),
      details: { networkId: source.networkId },
    })
  })
}

/** Asks the network of a source as soon as a server has a moment. */
export async function requestRun(needs: SourceNeeds, sourceId: number): Promise<void> {
  const { db, store, clock } = needs
  await db.transaction(async (tx) => {
    const source = await lockKnown(needs, tx, sourceId)
    if (source.pausedAtMs !== null) throw invalidRequest('The source is paused: resume it first.')
    await store.sources.updateSource(tx, sourceId, { ...source, nextRunAtMs: clock.nowMs() })
    const details = { networkId: source.networkId, name: source.name }
    await noteChange(needs, tx, { action: 'source.pulled', object: `source:${sourceId}`, details })
  })
}

async function lockKnown({ store }: SourceNeeds, tx: Db, sourceId: number): Promise<Source> {
  const source = await store.sources.lockSource(tx, sourceId)
  if (source === undefined) throw notFound(`There is no source ${sourceId}.`)
  return source
}

async function refuseTaken({ store }: SourceNeeds, tx: Db, name: string): Promise<void> {
  if ((await store.sources.findSourceByName(tx, name)) !== undefined)
    throw invalid('name', 'is taken by another source')
}

function standardOf({ pace }: FeedKind): number {
  return Math.max(everySecStandard, pace.runsSec)
}

function invalid(field: string, message: string): Error {
  return invalidFields([{ field, rule: 'value', message }])
}

const nameLengthMax = 100
const keyLengthMax = 1_000

function refuseFaults(
  kind: FeedKind,
  given: SourceSettings,
  { isNew = false }: { readonly isNew?: boolean },
): void {
  const { name, settings = {}, key, payoutBasisPoints, everySec, linkCheckDaily = 0 } = given
  const least = Math.max(everySecMin, kind.pace.runsSec)
  const rules: readonly (readonly [string, boolean, string])[] = [
    [
      'name',
      name === undefined || (name.trim() !== '' && name.length <= nameLengthMax),
      `must have 1 to ${nameLengthMax} characters`,
    ],
    [
      'key',
      (key === undefined && !isNew) || isKey(key),
      `must have 1 to ${keyLengthMax} characters, without spaces around it`,
    ],
    [
      'payoutPercent',
      payoutBasisPoints === undefined || (payoutBasisPoints >= 0 && payoutBasisPoints <= 10_000),
      'must be from 0 to 100',
    ],
    [
      'everySec',
      everySec === undefined || (everySec >= least && everySec <= everySecMax),
      `must be from ${least} to ${everySecMax}: the network may not be asked more often`,
    ],
    [
      'linkCheckDaily',
      linkCheckDaily >= 0 && linkCheckDaily <= linksDailyMax,
      `must be from 0 to ${linksDailyMax}`,
    ],
  ]
  const faults = rules.flatMap(([field, isRight, message]) =>
    isRight ? [] : [{ field, rule: 'value', message }],
  )
  const all = [...faults, ...settingFaults(kind, settings)]
  if (all.length > 0) throw invalidFields(all)
}

function isKey(key: string | undefined): boolean {
  return key !== undefined && key !== '' && key.trim() === key && key.length <= keyLengthMax
}

function settingFaults(kind: FeedKind, settings: Readonly<Record<string, string>>) {
  const known = new Set(kind.settings.map(({ name }) => name))
  const unknown = Object.keys(settings).filter((name) => !known.has(name))
  return [
    ...unknown.map((name) => ({
      field: `settings.${name}`,
      rule: 'known',
      message: `is no setting of ${kind.title}`,
    })),
    ...kind.settings.flatMap(({ name, isOptional, problem }) => {
      const value = settings[name]
      if (value === undefined) {
        return isOptional ? [] : [{ field: `settings.${name}`, rule: 'required', message: 'is required' }]
      }
      const message = problem(value)
      return message === undefined ? [] : [{ field: `settings.${name}`, rule: 'value', message }]
    }),
  ]
}

/** A source without its secrets, for the audit log. */
function toldOf(source: Source): object {
  const { name, kind, settings, payoutBasisPoints, everySec, linkCheckDaily, pausedAtMs } = source
  return { name, kind, settings, payoutBasisPoints, everySec, linkCheckDaily, isPaused: pausedAtMs !== null }
}
