import { type PartState, partStates, type SystemPart } from '@quoin/core/alerts/system-part.ts'
import { type DatabaseNeeds, readDatabaseParts, tellDatabaseAway } from './database-parts.ts'
import { type ProcessNeeds, readProcessParts } from './process-parts.ts'
import { readWorkParts, type WorkNeeds } from './work-parts.ts'

interface SystemReport {
  readonly version: string
  readonly startedAtMs: number
  /** The worst of any part. */
  readonly state: PartState
  readonly parts: readonly SystemPart[]
}

/** Each part of the service as it is now, by the process that answers. Without its database it tells of itself alone. */
export async function reportSystem(ports: DatabaseNeeds & ProcessNeeds & WorkNeeds): Promise<SystemReport> {
  const { version, startedAtMs } = ports.process
  const away = ports.process.awayReason()
  const [database, own, work] = await Promise.all([
    away === undefined ? readDatabaseParts(ports) : [tellDatabaseAway(away)],
    readProcessParts(ports),
    away === undefined ? readWorkParts(ports) : [],
  ])
  const parts = [...database, ...own, ...work]
  const state = partStates.find((one) => parts.some((part) => part.state === one)) ?? 'ok'
  return { version, startedAtMs, state: state === 'idle' ? 'ok' : state, parts }
}
