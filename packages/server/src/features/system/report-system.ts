import { type PartState, partStates, type SystemPart } from '@quoin/core/alerts/system-part.ts'
import { type DatabaseNeeds, readDatabaseParts, tellDatabaseAway } from './database-parts.ts'
import type { Ports } from '../../ports/ports.ts'
import type { ServiceFigures, WorkFigure } from '../../ports/service-figures.ts'
import { readBackupPart } from '../backups/tell-backups.ts'
import { readDiskParts } from './disk-parts.ts'
import { type FigureNeeds, readFigures } from './read-figures.ts'
import { type ProcessNeeds, readProcessParts } from './process-parts.ts'
import { readWorkParts, type WorkNeeds } from './work-parts.ts'

interface SystemReport {
  readonly version: string
  readonly startedAtMs: number
  /** The worst of any part. */
  readonly state: PartState
  readonly parts: readonly SystemPart[]
  /** How each periodic work fares, of all processes together. */
  readonly works: readonly WorkFigure[]
  readonly figures: ServiceFigures
}

/** Each part of the service as it is now, by the process that answers. Without its database it tells of itself alone. */
export async function reportSystem(
  ports: DatabaseNeeds & ProcessNeeds & WorkNeeds & FigureNeeds & Pick<Ports, 'backups'>,
): Promise<SystemReport> {
  const { version, startedAtMs } = ports.process
  const away = ports.process.awayReason()
  const figures = await readFigures(ports)
  const [database, disk, backups, work] = await Promise.all([
    figures.database === undefined
      ? [tellDatabaseAway(away ?? 'it went away a moment ago')]
      : readDatabaseParts(ports, figures.database, figures.disks),
    readDiskParts(ports, figures),
    figures.database === undefined ? [] : [await readBackupPart(ports)],
    figures.database === undefined ? [] : readWorkParts(ports, figures.database),
  ])
  const parts = [...database, ...disk, ...backups, ...work, ...readProcessParts(ports)]
  const works = figures.database?.works ?? []
  const worst = partStates.find((one) => parts.some((part) => part.state === one)) ?? 'ok'
  const state = works.some(({ isLate }) => isLate) ? 'broken' : worst === 'idle' ? 'ok' : worst
  return { version, startedAtMs, state, parts, works, figures }
}
