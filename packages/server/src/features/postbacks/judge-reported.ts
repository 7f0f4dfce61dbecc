import { idTimeMs } from '@quoin/core/tracking/click-id.ts'
import type { ReportedClick } from '@quoin/core/conversions/situation.ts'
import type { ListAction } from '@quoin/core/lists/list-entry.ts'
import {
  type BehaviourRisk,
  judgeConversion,
  readClickNote,
} from '@quoin/core/risk/behaviour/behaviour-risk.ts'
import type { UserFigures } from '@quoin/core/risk/behaviour/conversion-signs.ts'
import type { Ports } from '../../ports/ports.ts'
import type { Found } from '../../store/conversions/reported-conversions.ts'
import { nameListedDevice } from '../devices/lists/listed-device.ts'

type Needs = Pick<Ports, 'snapshots' | 'keyring' | 'riskFigures'>

interface Reported {
  readonly click: ReportedClick
  /** The key of its user in the device graph. */
  readonly userKey: string
  readonly listed: ListAction | undefined
  readonly found:
    | Pick<
        Found,
        'userLost' | 'userPlain' | 'userOffers' | 'lastDevice' | 'deviceScoreTenths' | 'worstScoreTenths'
      >
    | undefined
  readonly nowMs: number
}

/** The fraud risk of a report, with its click, its user and where they came from; null where nothing speaks for it. */
export function judgeReported(
  ports: Pick<Needs, 'snapshots' | 'riskFigures'>,
  { click, userKey, listed, found, nowMs }: Reported,
): BehaviourRisk | null {
  const { appId, offerId, subId, clickId } = click
  const tenths = worstOf([
    found?.deviceScoreTenths,
    found?.worstScoreTenths,
    // A user who was never seen on a device is judged by what they do, and by whom they share it with.
    ports.riskFigures.findPeers(userKey)?.scoreTenths,
  ])
  const facts = {
    creditSec: (nowMs - idTimeMs(clickId)) / 1000,
    offer: ports.riskFigures.findOffer(offerId),
    source: ports.riskFigures.findSource(appId, offerId, subId),
    user: figuresOf(ports, found),
    deviceScore: tenths === undefined ? undefined : tenths / 1000,
  }
  return judgeConversion(facts, {
    click: readClickNote(click.risk),
    // A user whom the operator trusts is never held for a score.
    holdScore: listed === 'allow' ? null : (ports.snapshots.apps().findApp(appId)?.holdScore ?? null),
  })
}

/**
 * The judgement of today's lists on the user, the address and country of their click, and the device they were last
 * seen on. A user who was blocked there for their score, or for the address they then had, is blocked here.
 */
export function judgeByLists(
  ports: Needs,
  { appId, userId, isTest, address, country }: ReportedClick,
  { found, nowMs }: Pick<Reported, 'found' | 'nowMs'>,
): ListAction | undefined {
  const lastDevice = found?.lastDevice ?? undefined
  const suspect = {
    appId,
    userId,
    device: lastDevice && nameListedDevice(ports, { appId, isTest }, lastDevice),
    address: address ?? undefined,
    country: country ?? undefined,
  }
  const listed = ports.snapshots.lists().judge(suspect, nowMs)
  // A publisher ends its own blocks by that, and lifts no hold of the platform.
  if (listed?.action === 'allow' && listed.isOwn) return undefined
  return listed?.action ?? (found?.deviceScoreTenths === blockedTenths ? 'block' : undefined)
}

function figuresOf({ riskFigures }: Pick<Needs, 'riskFigures'>, found: Reported['found']): UserFigures {
  if (found === undefined) return { lost: 0, plain: 0 }
  const norms = riskFigures.norms()
  const expectedLost = found.userOffers.reduce(
    (sum, offerId) => sum + (norms.findNorm(offerId)?.lostRate ?? 0),
    0,
  )
  return { lost: found.userLost, plain: found.userPlain, expectedLost }
}

function worstOf(scores: readonly (number | null | undefined)[]): number | undefined {
  const known = scores.filter((score) => typeof score === 'number')
  return known.length === 0 ? undefined : Math.max(...known)
}

/** Nobody else has it: a probability ends at 99. */
const blockedTenths = 1000

/** Where nothing is held for a score, and no list names a device, nothing of the user is looked up. */
export function isUserLookedUp({ snapshots }: Pick<Needs, 'snapshots'>, { appId }: ReportedClick): boolean {
  const isHeldForScore = (snapshots.apps().findApp(appId)?.holdScore ?? null) !== null
  return isHeldForScore || snapshots.lists().listDevices(appId).length > 0
}
