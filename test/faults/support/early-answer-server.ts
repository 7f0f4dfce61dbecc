import { DashboardFiles } from '../../../packages/server/src/adapters/dashboard/dashboard-files.ts'
import { openKeyring } from '../../../packages/server/src/adapters/crypto/keyring.ts'
import { openLog } from '../../../packages/server/src/adapters/log/log.ts'
import { openNewId } from '../../../packages/server/src/adapters/crypto/new-id.ts'
import { systemClock } from '../../../packages/server/src/adapters/system-clock.ts'
import { buildApp } from '../../../packages/server/src/app.ts'
import { readSettings, withAddresses } from '../../../packages/server/src/settings/config.ts'
import { openPorts } from '../../../packages/server/src/boot/ports/open-ports.ts'
import type { Ports, Writers } from '../../../packages/server/src/ports/ports.ts'
import { keepDemo } from '../../../packages/server/src/boot/demo/keep-demo.ts'
import { openServerDatabase } from '../../../packages/server/src/boot/open-database.ts'
import { isUnavailable } from '../../../packages/server/src/store/pg/database.ts'
import { store } from '../../../packages/server/src/store/index.ts'
import { prepareMaintenance, startMaintenance } from '../../../packages/server/src/jobs/start-maintenance.ts'

/**
 * The negative control: a Quoin that sends a visitor on before their click is committed. The harness must catch it,
 * or its silence about the real one means nothing. It is a program of the tests; the server has no such switch.
 */
const log = openLog('info')
const given = readSettings(process.env)
const settings = withAddresses(given, given.port)
const { database: db, url: databaseUrl } = await openServerDatabase(settings, log)
const secret = 'the-secret-of-a-server-that-answers-too-early'
const keyring = openKeyring({ current: secret, previous: null })
const needs = { db, store, log, clock: systemClock, settings, newId: openNewId(0), keyring }
await prepareMaintenance(needs)
startMaintenance(needs)
const open = await openPorts({
  settings,
  secret,
  db,
  databaseUrl: () => databaseUrl,
  clock: systemClock,
  log,
})
await keepDemo(open.ports)
const ports: Ports = { ...open.ports, writers: answeringEarly(open.ports.writers) }
const server = await buildApp(ports, {
  version: 'early',
  isUnavailable,
  printMetrics: () => open.meters.print(),
  findUnready: async () => [],
  dashboard: new DashboardFiles(),
  docs: { answer: async () => ({ status: 404, policy: '', contentType: '', body: Buffer.alloc(0) }) },
})
await server.listen({ port: settings.port, host: settings.host })
const address = server.server.address()
log.info({ port: typeof address === 'object' ? address?.port : undefined, version: 'early' }, 'serving')

function answeringEarly(writers: Writers): Writers {
  return {
    ...writers,
    async recordClick(click) {
      writers.recordClick(click).catch((error: unknown) => log.warn({ err: error }, 'lost'))
    },
  }
}
