import { rollUpStats } from '../../packages/server/src/features/stats/roll-up-stats.ts'
import type { Ports } from '../../packages/server/src/ports/ports.ts'
import { untilSettled } from './until-settled.ts'

/**
 * Adds all that has happened to the statistics. `rollUpStats` alone leaves what is not settled, and another test that
 * writes to a database of its own on the same server keeps it so until its transaction ends.
 */
export async function rollUpAll(ports: Pick<Ports, 'db' | 'store'>): Promise<void> {
  await untilSettled(ports.db)
  await rollUpStats(ports)
}
