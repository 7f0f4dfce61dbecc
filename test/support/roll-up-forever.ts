// A process that rolls up the statistics again and again, until it is killed: node roll-up-forever.ts DATABASE_URL
import { rollUpStats } from '../../packages/server/src/features/stats/roll-up-stats.ts'
import { openDatabase } from '../../packages/server/src/store/pg/database.ts'
import { store } from '../../packages/server/src/store/index.ts'

const url = process.argv[2] ?? ''
const db = await openDatabase({ url, connectionsMax: 1, statementTimeoutMs: 30_000 })
process.stdout.write('rolling up\n')
for (;;) await rollUpStats({ db, store })
