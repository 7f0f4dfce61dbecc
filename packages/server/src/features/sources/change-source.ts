import { invalidRequest, notFound } from '@quoin/core/errors.ts'
import type { FeedMapping } from '@quoin/core/sources/mapping/mapping.ts'
import { everySecStandard, leaseMs, payoutBasisPointsStandard } from '@quoin/core/sources/source.ts'
import type { FeedKind } from '../../feeds/feed-kind.ts'
import { feedKinds, findFeedKind } from '../../feeds/kinds.ts'
import type { Ports } from '../../ports/ports.ts'
import type { Db } from '../../store/pg/database.ts'
import type { Source } from '../../store/sources/sources.ts'
import { type AuditNeeds, noteChange } from '../audit/note-change.ts'
import { keepMapping } from './keep-mapping.ts'
import { invalid, isElsewhere, mappingOf, needsKey, refuseFaults, settingsAfter } from './source-faults.ts'
import { openKey, sealKey } from './source-key.ts'
import type { SourceSettings } from './source-settings.ts'

type SourceNeeds = Pick<Ports, 'db' | 'store' | 'keyring' | 'clock' | 'newId'> & AuditNeeds

interface NewSource extends SourceSettings {
  readonly networkSlug: string
  readonly kind: string
}

interface ChangedSource extends SourceSettings {
  readonly isPaused?: boolean | undefined
  /** An earlier version of its mapping, which becomes the newest. */
  readonly mappingVersion?: number | undefined
}

/** A source of offers for a network. Its first run is looked at before it counts. Throws INVALID_REQUEST naming every fault. */
export async function createSource(needs: SourceNeeds, given: NewSource): Promise<number> {
  const { db, store } = needs
  const kind = findFeedKind(given.kind)
  if (kind === undefined)
    throw invalid('kind', `must be one of ${feedKinds.map(({ name }) => name).join(', ')}`)
  const { name = given.networkSlug, key } = given
  const settings = settingsAfter({}, given.settings)
  refuseFaults(kind, { ...given, name, settings }, { isNew: true })
  const mapping = mappingOf(kind, given.mapping)
  return await db.transaction(async (tx) => {
    const network = await store.networks.findNetworkBySlug(tx, given.networkSlug)
    if (network === undefined) throw notFound(`There is no network "${given.networkSlug}". Create it first.`)
    if (kind.preset !== undefined && network.preset !== kind.preset) {
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
      keySealed: key === undefined ? null : sealKey(needs, key),
      nowMs: needs.clock.nowMs(),
    })
    const kept = mapping && (await keepMapping(needs, tx, { sourceId: id, mapping }))
    const object = `source:${id}`
    await noteChange(needs, tx, {
      action: 'source.created',
      object,
      after: { ...made, ...(kept !== undefined && { mapping: kept }) },
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
  given: ChangedSource,
): Promise<void> {
  const { db, store } = needs
  await db.transaction(async (tx) => {
    const source = await lockKnown(needs, tx, sourceId)
    const settings = settingsAfter(source.settings, given.settings)
    const kind = findFeedKind(source.kind)
    const key = given.key ?? openKey(needs, source)
    if (kind !== undefined) refuseFaults(kind, { ...given, settings, key }, {})
    if (
      kind !== undefined &&
      key === undefined &&
      !needsKey(kind, source.settings) &&
      needsKey(kind, settings)
    )
      throw invalid('key', 'is required')
    if (given.key === undefined && source.keySealed !== null && isElsewhere(settings, source.settings))
      throw invalid('key', 'must be given again with other settings')
    const mapping = await nextMapping(needs, tx, { source, kind, given })
    if (given.name !== undefined && given.name !== source.name) await refuseTaken(needs, tx, given.name)
    const mappingVersion = mapping && (await keepMapping(needs, tx, { sourceId, mapping }))
    const after = { ...changed(needs, source, { ...given, settings }), mapping: mapping ?? source.mapping }
    await store.sources.updateSource(tx, sourceId, after)
    // A run that waits was read by what has changed.
    if (changesOffers(given)) {
      await store.sourceRuns.replaceWaiting(tx, sourceId, 0)
      await store.sources.forgetValidators(tx, sourceId)
    }
    await noteChange(needs, tx, {
      action: 'source.updated',
      object: `source:${sourceId}`,
      before: toldOf(source),
      after: toldOf({ ...after, mappingVersion: mappingVersion ?? source.mappingVersion }),
      details: { networkId: source.networkId, ...(given.key !== undefined && { key: 'set anew' }) },
    })
  })
}

interface MappedChange {
  readonly source: Source
  readonly kind: FeedKind | undefined
  readonly given: ChangedSource
}

/** The mapping that a change puts into force: a new one, or that of an earlier version. */
async function nextMapping(
  { store }: SourceNeeds,
  tx: Db,
  { source, kind, given: { mapping, mappingVersion } }: MappedChange,
): Promise<FeedMapping | undefined> {
  if (mapping === undefined && mappingVersion === undefined) return undefined
  if (kind?.account?.hasMapping !== true)
    throw invalid(mapping === undefined ? 'mappingVersion' : 'mapping', 'is of sources of another feed alone')
  if (mappingVersion === undefined) return mappingOf(kind, mapping)
  if (mapping !== undefined) throw invalid('mappingVersion', 'must be left out where a mapping is given')
  const earlier = await store.sourceMappings.findMapping(tx, source.id, mappingVersion)
  if (earlier === undefined)
    throw invalid('mappingVersion', `is none that is kept: there is no ${mappingVersion}`)
  return earlier.mapping
}

function changed(
  needs: SourceNeeds,
  source: Source,
  given: ChangedSource & { settings: Source['settings'] },
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

function changesOffers({
  key,
  settings,
  payoutBasisPoints,
  mapping,
  mappingVersion,
}: ChangedSource): boolean {
  const isGiven = [key, payoutBasisPoints, mapping, mappingVersion].some((one) => one !== undefined)
  return isGiven || Object.keys(settings ?? {}).length > 0
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

/** A source without its secrets, for the audit log. */
function toldOf({
  name,
  kind,
  settings,
  payoutBasisPoints,
  everySec,
  linkCheckDaily,
  pausedAtMs,
  ...source
}: Source): object {
  const { mappingVersion } = source
  const told = {
    name,
    kind,
    settings,
    payoutBasisPoints,
    everySec,
    linkCheckDaily,
    isPaused: pausedAtMs !== null,
  }
  return mappingVersion === null ? told : { ...told, mapping: mappingVersion }
}
