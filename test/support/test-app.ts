import { DashboardFiles } from '../../packages/server/src/adapters/dashboard/dashboard-files.ts'
import type { FastifyInstance } from 'fastify'
import { type AppNeeds, buildApp } from '../../packages/server/src/app.ts'
import { isUnavailable } from '../../packages/server/src/store/pg/database.ts'
import type { World } from './world.ts'

/** Another server in front of a world, with limits or loads of the test's own. It is closed by the test. */
export async function openTestApp(
  { open, ports }: World,
  changes: Pick<AppNeeds, 'lagMs' | 'limits'> & Partial<AppNeeds>,
): Promise<FastifyInstance> {
  return await buildApp(ports, {
    version: 'test',
    isUnavailable,
    printMetrics: () => open.meters.print(),
    findUnready: async () => [],
    dashboard: new DashboardFiles(),
    docs: {
      answer: async () => ({ status: 404, policy: '', contentType: '', body: Buffer.alloc(0) }),
    },
    ...changes,
  })
}
