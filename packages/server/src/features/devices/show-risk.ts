import { notFound } from '@quoin/core/errors.ts'
import { decideVerdict } from '@quoin/core/risk/verdict.ts'
import type { Ports } from '../../ports/ports.ts'
import { assessUser } from './assess-user.ts'
import type { ListNeeds } from './lists/blocked-keys.ts'
import { keyOf } from './key-sighting.ts'

interface RiskQuestion {
  readonly appId: number
  readonly userId: string
  readonly isTest: boolean
  readonly limit: number
}

export interface RiskShown {
  readonly appId: number
  readonly userId: string
  readonly devices: number
  /** Null for who never submitted a fingerprint that is still known. */
  readonly riskScoreNow: number | null
  readonly weightsVersion: string
  readonly assessments: readonly {
    readonly requestId: string
    readonly assessedAtMs: number
    readonly riskScore: number
    readonly isBlocked: boolean
    readonly isMultiAccounting: boolean
    readonly device: string
    readonly weightsVersion: string
    readonly reasons: readonly unknown[]
  }[]
}

type Needs = Pick<
  Ports,
  'db' | 'store' | 'keyring' | 'clock' | 'geo' | 'addresses' | 'riskWeights' | 'riskFigures'
> &
  ListNeeds

/** Why a user has the scores they have: how they stand now, and the last answers with their reasons. */
export async function showRisk(
  ports: Needs,
  { appId, userId, isTest, limit }: RiskQuestion,
): Promise<RiskShown> {
  const { db, store, keyring } = ports
  const app = await store.apps.findAppById(db, appId)
  if (app === undefined) throw notFound(`There is no app ${appId}.`)
  const user = keyOf(keyring, { appId, isTest }, { noun: 'user', text: userId })
  const rows = await store.assessments.listAssessmentsOfUser(db, { appId, user }, limit)
  const { probability, devices, weightsVersion } = await assessUser(ports, { app, isTest, userId })
  if (rows.length === 0 && probability === undefined) {
    throw notFound(`User "${userId}" of app ${appId} has never submitted a fingerprint.`)
  }
  return {
    appId,
    userId,
    devices,
    riskScoreNow: probability === undefined ? null : scoreOf(probability),
    weightsVersion,
    // Devices are shown by the beginning of their key: enough to tell them apart.
    assessments: rows.map(({ scoreTenths, device, reasons, ...row }) => ({
      requestId: row.requestId,
      assessedAtMs: row.assessedAtMs,
      riskScore: scoreTenths / 10,
      isBlocked: row.isBlocked,
      isMultiAccounting: row.isMultiAccounting,
      device: device.slice(0, 8),
      weightsVersion: row.weightsVersion,
      reasons,
    })),
  }
}

/** As it would be answered, the lists apart. */
function scoreOf(probability: number): number {
  return decideVerdict({ listed: undefined, probability, autoBlockScore: null }).scoreTenths / 10
}
