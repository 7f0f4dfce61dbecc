import type { Activity } from '@quoin/core/risk/activity.ts'
import type { AppearanceFacts } from '@quoin/core/devices/link-graph.ts'
import { describeDevice } from '@quoin/core/devices/device-graph.ts'
import { type Confidence, confidenceOf } from '@quoin/core/risk/confidence.ts'
import { isMultiAccounting } from '@quoin/core/devices/multi-account.ts'
import { type Reason, saysCommonBuild, type Signs } from '@quoin/core/risk/score.ts'
import { decideVerdict } from '@quoin/core/risk/verdict.ts'
import { dayMs } from '@quoin/core/time/durations.ts'
import type { ListVerdict } from '../../../ports/directories.ts'
import type { Ports } from '../../../ports/ports.ts'
import type { NewAssessmentRow } from '../../../store/devices/assessments.ts'
import { findBlockedKeys } from '../lists/blocked-keys.ts'
import { countAlike } from './count-alike.ts'
import { scoreOnce } from './score-once.ts'
import type { ScoreBasis, ScoreCache } from '../../../ports/devices.ts'
import type { KeyedSighting } from './keyed-sighting.ts'
import type { Sighting } from '../../../ports/writes.ts'

type AssessmentNeeds = Pick<
  Ports,
  | 'keyring'
  | 'alikeArrivals'
  | 'snapshots'
  | 'geo'
  | 'addresses'
  | 'riskWeights'
  | 'shadowWeights'
  | 'riskFigures'
  | 'isBot'
  | 'newId'
>

export type AssessDevicesNeeds = Pick<Ports, 'db' | 'store' | 'deviceMemory' | 'meters'> & AssessmentNeeds

/** The facts about a sighting from the graph and the traces. */
interface Surrounding {
  readonly appeared: AppearanceFacts
  readonly devicesOfUser: Iterable<string>
  readonly activity: Activity
}

/** An answer as it is kept, with what is told besides. */
export interface AnsweredAssessment extends NewAssessmentRow {
  readonly confidence: Confidence
}

interface AssessedSighting {
  readonly assessment: AnsweredAssessment
  /** The signs of the submission itself against the user. */
  readonly signs: Signs
}

/**
 * Everything that decides an answer, whether what surrounds the sighting was read for it or is remembered. `last`
 * is where the score of the one before is kept, of a sighting with the same fingerprint_data or without any.
 */
export function assessSighting(
  ports: AssessmentNeeds,
  row: KeyedSighting,
  { appeared, devicesOfUser, activity }: Surrounding,
  last: ScoreCache = {},
): AssessedSighting {
  const { appId, device, user, seenAtMs, sighting } = row
  const { app, isTest, requestId, endUserAddress } = sighting
  const country = endUserAddress && ports.geo.countryOf(endUserAddress)
  const listed = judge(ports, sighting, country)
  const blocked = findBlockedKeys(ports, { appId, isTest }, seenAtMs)
  const onDevice = describeDevice(appeared.links, row)
  const weights = ports.riskWeights()
  const basis: ScoreBasis = {
    hasData: row.dataJson !== null,
    userAgent: sighting.endUserAgent,
    country,
    isUnderReview: listed?.action === 'review',
    weights,
    shadow: ports.shadowWeights(),
    fraudShare: app.fraudShare ?? undefined,
    address: endUserAddress === undefined ? undefined : ports.addresses.describe(endUserAddress),
    device: {
      ...onDevice,
      blockedUsers: countOthers(appeared.links.keys(), { listed: blocked.users, own: user }),
    },
    user: {
      ...appeared.user,
      alikeNewcomers: countAlike(ports, row, appeared),
      // A block of this very device decides by itself.
      blockedDevices: countOthers(devicesOfUser, { listed: blocked.devices, own: device }),
    },
    activity,
    peers: ports.riskFigures.findPeers(user)?.facts,
  }
  const { probability, reasons, shares, signs, shadowTenths } = scoreOnce(ports, sighting.data, {
    basis,
    last,
  })
  const rule = {
    threshold: app.multiAccountThreshold,
    windowMs: app.multiAccountWindowDays * dayMs,
    mode: app.multiAccountMode,
  }
  const { isBlocked, scoreTenths } = decideVerdict({
    listed: listed?.action,
    probability,
    autoBlockScore: app.autoBlockScore,
  })
  const assessment = {
    id: ports.newId(),
    appId,
    device,
    user,
    isTest,
    requestId,
    assessedAtMs: seenAtMs,
    isBlocked,
    scoreTenths,
    isMultiAccounting: isMultiAccounting(appeared.links, row, rule, {
      facts: onDevice,
      isCommonBuild: saysCommonBuild(signs),
    }),
    reasons: listed === undefined ? reasons : [...listReasons(listed), ...reasons],
    weightsVersion: weights.version,
    shares,
    shadowTenths,
    shadowVersion: basis.shadow?.version ?? null,
    confidence: confidenceOf({ activity, firstSeenAtMs: appeared.firstSeenAtMs, seenAtMs }),
  }
  return { assessment, signs }
}

/** How many of them are listed, their own apart. */
function countOthers(
  keys: Iterable<string>,
  { listed, own }: { readonly listed: Pick<ReadonlySet<string>, 'has'>; readonly own: string },
): number {
  let found = 0
  for (const key of keys) if (key !== own && listed.has(key)) found += 1
  return found
}

function judge(
  { snapshots }: AssessmentNeeds,
  { app, userId, fingerprintHash, endUserAddress, seenAtMs }: Sighting,
  country: string | undefined,
): ListVerdict | undefined {
  const suspect = { appId: app.id, userId, device: fingerprintHash, address: endUserAddress, country }
  return snapshots.lists().judge(suspect, seenAtMs)
}

/** A list decides without points: it stands first among the reasons. Review has points of its own. */
function listReasons(listed: ListVerdict | undefined): Reason[] {
  if (listed === undefined || listed.action === 'review') return []
  const { action, kind, reason } = listed
  return [{ code: `${action}_list`, points: 0, detail: kind, ...(reason === '' ? {} : { note: reason }) }]
}
