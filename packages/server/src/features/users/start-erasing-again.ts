import type { UserToErase } from '../../ports/backups.ts'
import type { Ports } from '../../ports/ports.ts'
import { startJob } from '../jobs/start-job.ts'

/** Erases users once more who are here again after a restore; a job looks for them. */
export async function startErasingAgain(
  ports: Pick<Ports, 'db' | 'store' | 'clock' | 'newId'>,
  erasures: readonly UserToErase[],
): Promise<string> {
  return await ports.db.transaction(
    async (tx) =>
      await startJob(ports, tx, {
        kind: 'users.erase_again',
        actor: 'server',
        about: { erasures: erasures.length },
        payload: Buffer.from(JSON.stringify(erasures)),
      }),
  )
}
