import { idTimeMs } from '@quoin/core/click-id.ts'
import type { ReportedClick } from '@quoin/core/conversion/situation.ts'
import { type Conduct, judgeConversion, readClickNote } from '@quoin/core/risk/conduct/conduct.ts'
import type { Ports } from '../../ports.ts'
import type { Found } from '../../store/conversions.ts'
import { keyUser } from '../devices/key-sighting.ts'

type Needs = Pick<Ports, 'snapshots' | 'keyring' | 'riskFigures'>

interface Reported {
  readonly click: ReportedClick
  readonly found: Pick<Found, 'userLost' | 'deviceScoreTenths'> | undefined
  readonly nowMs: number
}

/** What a report says of fraud, with its click, its user and where he came from; null where nothing. */
export function judgeReported(ports: Needs, { click, found, nowMs }: Reported): Conduct | null {
  const { appId, offerId, subId, clickId } = click
  const tenths = found?.deviceScoreTenths ?? null
  const facts = {
    creditSec: (nowMs - idTimeMs(clickId)) / 1000,
    offer: ports.riskFigures.findOffer(offerId),
    source: ports.riskFigures.findSource(appId, offerId, subId),
    userLost: found?.userLost ?? 0,
    deviceScore: tenths === null ? undefined : tenths / 1000,
  }
  return judgeConversion(facts, {
    click: readClickNote(click.risk),
    holdScore: holdScoreOf(ports, click, nowMs),
  })
}

/** Whom the operator trusts by name is never held for a score. */
function holdScoreOf({ snapshots }: Needs, { appId, userId }: ReportedClick, nowMs: number): number | null {
  if (snapshots.lists().judge({ appId, userId }, nowMs)?.action === 'allow') return null
  return snapshots.apps().findApp(appId)?.holdScore ?? null
}

/** Where nothing is ever held nothing of the user is looked up. */
export function userKeyFor(
  { snapshots, keyring }: Needs,
  { appId, userId, isTest }: Pick<ReportedClick, 'appId' | 'userId' | 'isTest'>,
): string | null {
  const holdScore = snapshots.apps().findApp(appId)?.holdScore ?? null
  return holdScore === null ? null : keyUser(keyring, { appId, userId, isTest })
}
