import { notFound } from '@quoin/core/errors.ts'
import type { Reason } from '@quoin/core/risk/score.ts'
import { idTimeMs } from '@quoin/core/tracking/click-id.ts'
import type { ConversionEvent } from '@quoin/core/conversions/conversion.ts'
import type { Ports } from '../../../ports/ports.ts'
import type { ReviewRow } from '../../../store/conversions/review-queue.ts'
import { keyUser } from '../../devices/key-sighting.ts'
import { linkUsers, type UserSurroundings } from './link-users.ts'

type EvidenceNeeds = Pick<Ports, 'db' | 'store' | 'keyring' | 'clock' | 'riskFigures'>

interface Evidence {
  readonly conversion: ReviewRow
  /** The reasons noted for the click and the conversion, strongest first. */
  readonly reasons: readonly Reason[]
  /** The last assessment of the user's device; null for who never submitted one. */
  readonly device: {
    readonly scoreTenths: number
    readonly atMs: number
    readonly isMultiAccounting: boolean
    readonly reasons: readonly Reason[]
  } | null
  /** Comparisons with what is usual, a sentence each, and whether they speak for or against the user. */
  readonly comparisons: readonly Comparison[]
  readonly links: UserSurroundings
  readonly events: readonly ConversionEvent[]
}

interface Comparison {
  readonly text: string
  readonly speaks: 'for' | 'against' | 'neither'
}

/** All that a person needs to decide of one conversion, also of one that was decided. Throws RESOURCE_NOT_FOUND. */
export async function showEvidence(ports: EvidenceNeeds, conversionId: string): Promise<Evidence> {
  const { db, store, keyring } = ports
  const conversion = await store.reviewQueue.findReviewed(db, conversionId)
  if (conversion === undefined) throw notFound('There is no such conversion.')
  const user = keyUser(keyring, conversion)
  const [[assessed], links, events, [own]] = await Promise.all([
    store.assessments.listAssessmentsOfUser(db, { appId: conversion.appId, user }, 1),
    linkUsers(ports, conversion),
    store.conversions.listEvents(db, conversion.id),
    store.reviewQueue.listOutcomesOfUsers(db, { ...conversion, userIds: [conversion.userId] }),
  ])
  return {
    conversion,
    reasons: conversion.risk?.reasons ?? [],
    device:
      assessed === undefined
        ? null
        : {
            scoreTenths: assessed.scoreTenths,
            atMs: assessed.assessedAtMs,
            isMultiAccounting: assessed.isMultiAccounting,
            reasons: assessed.reasons,
          },
    comparisons: [
      ...compareTimes(ports, conversion),
      ...compareOutcomes(own),
      ...compareSource(ports, conversion),
      ...compareLinks(links),
    ],
    links,
    events,
  }
}

function compareTimes(
  { riskFigures }: EvidenceNeeds,
  { clickId, offerId, createdAtMs }: ReviewRow,
): Comparison[] {
  if (clickId === null) return [{ text: 'No click of the user leads here.', speaks: 'against' }]
  const tookSec = Math.max(0, Math.round((createdAtMs - idTimeMs(clickId)) / 1000))
  const fastSec = riskFigures.findOffer(offerId)?.fastSec
  const text = `${spanOf(tookSec)} from the click to the report`
  if (fastSec === undefined) return [{ text: `${text}.`, speaks: 'neither' }]
  return tookSec < fastSec
    ? [{ text: `${text}; 19 of 20 take longer than ${spanOf(fastSec)}.`, speaks: 'against' }]
    : [{ text: `${text}, as is usual for this offer.`, speaks: 'for' }]
}

interface Counts {
  readonly approved: number
  readonly rejected: number
  readonly reversed: number
}

function compareOutcomes(own: Counts | undefined): Comparison[] {
  if (own === undefined) return []
  const { approved, rejected, reversed } = own
  const lost = rejected + reversed
  if (approved + lost === 0) return [{ text: 'The first conversion of this user.', speaks: 'neither' }]
  const text = `Of the user’s other conversions ${approved} ${are(approved)} approved, ${rejected} rejected, ${reversed} taken back.`
  return [{ text, speaks: lost > approved ? 'against' : approved > 3 * lost ? 'for' : 'neither' }]
}

function compareSource({ riskFigures }: EvidenceNeeds, row: ReviewRow): Comparison[] {
  const source = riskFigures.findSource(row.appId, row.offerId, row.subId)
  if (source === undefined || source.conversions === 0) return []
  const share = Math.round((source.lost * 100) / source.conversions)
  const text = `Of this source’s ${source.conversions} conversions on the offer ${share} % were lost.`
  return [{ text, speaks: share >= 30 ? 'against' : share <= 5 ? 'for' : 'neither' }]
}

function compareLinks({ users, devices }: UserSurroundings): Comparison[] {
  if (devices.length === 0) return [{ text: 'No device of the user is known.', speaks: 'neither' }]
  const text = `${users.length} other ${users.length === 1 ? 'user was' : 'users were'} seen on the user’s ${devices.length === 1 ? 'device' : `${devices.length} devices`}.`
  const lost = users.filter(({ outcomes }) => outcomes !== null && outcomes.rejected + outcomes.reversed > 0)
  if (users.length === 0) return [{ text: 'Nobody else was seen on the user’s devices.', speaks: 'for' }]
  if (lost.length === 0) return [{ text, speaks: users.length > 2 ? 'against' : 'neither' }]
  return [{ text: `${text} ${lost.length} of them lost conversions.`, speaks: 'against' }]
}

function are(count: number): string {
  return count === 1 ? 'is' : 'are'
}

function spanOf(sec: number): string {
  if (sec < 120) return `${sec} s`
  if (sec < 7_200) return `${Math.round(sec / 60)} min`
  return sec < 172_800 ? `${Math.round(sec / 3_600)} h` : `${Math.round(sec / 86_400)} days`
}
