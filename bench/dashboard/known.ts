import { formatProgramToken, maskProgramToken } from '@quoin/core/people/program-token.ts'
import { hash, randomBytes, randomUUID } from 'node:crypto'
import { store } from '../../packages/server/src/store/index.ts'
import type { Database } from '../../packages/server/src/store/pg/database.ts'
import type { Known } from './questions.ts'

/** The app of which there is most, by the way in which the data are filled, and its publisher. */
const appId = 1
const publisherId = 2

export async function findKnown(db: Database): Promise<Known> {
  const [row] = await db.query<Omit<Known, 'appId' | 'publisherId'>>(
    `select v.click_id as "clickId", v.id as "conversionId", v.user_id as "userId", v.txn_id as "transactionId",
       c.endpoint_id::text as "endpointId", c.id as "callbackId"
     from conversions v join callbacks c on c.conversion_id = v.id
     where v.app_id = $1 and v.status = 'approved' and v.txn_id is not null order by v.id desc limit 1`,
    [appId],
  )
  if (row === undefined) throw new Error('the database has no conversion of the first app')
  return { ...row, appId: String(appId), publisherId }
}

export async function makePublisherToken(db: Database): Promise<string> {
  const token = formatProgramToken('qpt', randomBytes(32))
  const id = randomUUID()
  await store.publisherTokens.insertPublisherToken(db, {
    id,
    publisherId,
    name: `bench ${id}`,
    role: 'owner',
    actor: 'bench',
    digest: hash('sha256', token, 'buffer'),
    masked: maskProgramToken(token),
    nowMs: Date.now(),
    expiresAtMs: null,
  })
  return token
}
