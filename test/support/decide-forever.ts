// An operator who decides about what is held, until they are killed: node decide-forever.ts DATABASE_URL
// Each decision that was made is a line: the id of the conversion and what it became.
import { setTimeout as delay } from 'node:timers/promises'
import { openKeyring } from '../../packages/server/src/adapters/crypto/keyring.ts'
import { openNewId } from '../../packages/server/src/adapters/crypto/new-id.ts'
import { systemClock } from '../../packages/server/src/adapters/system-clock.ts'
import { confirmClaim } from '../../packages/server/src/features/conversions/confirm-claim.ts'
import { listClaims } from '../../packages/server/src/features/conversions/list-claims.ts'
import { refuseClaim } from '../../packages/server/src/features/conversions/refuse-claim.ts'
import { openDatabase } from '../../packages/server/src/store/pg/database.ts'
import { store } from '../../packages/server/src/store/index.ts'

const url = process.argv[2] ?? ''
const db = await openDatabase({ url, connectionsMax: 1, statementTimeoutMs: 30_000 })
// No user of its world is erased: any secret does.
const keyring = openKeyring({ current: 'decide-forever', previous: null })
const ports = { db, store, clock: systemClock, newId: openNewId(0), keyring }
const page = { appId: null, source: null, reason: 'risk', limit: 20 } as const
/** One of three is left to wait; the others are believed or not. By the id, so that a next operator goes on alike. */
const decisions = [confirmClaim, refuseClaim, undefined]

process.stdout.write('deciding\n')
for (let afterId: string | null = null; ; ) {
  const waiting = await listClaims(ports, { ...page, afterId })
  afterId = waiting.at(-1)?.id ?? null
  if (waiting.length === 0) await delay(20)
  for (const { id: conversionId } of waiting) {
    const decide = decisions[Number.parseInt(conversionId.slice(-4), 16) % decisions.length]
    if (decide === undefined) continue
    const { status } = await decide(ports, { conversionId, actor: 'tester' })
    process.stdout.write(`${conversionId} ${status}\n`)
  }
}
