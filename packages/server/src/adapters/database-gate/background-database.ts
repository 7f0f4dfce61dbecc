import type { Database, QueryOptions, Transaction } from '../../store/pg/database.ts'
import type { DatabaseGate } from './database-gate.ts'

/** The limit of each statement; the server ends it by itself, so that nothing of it is in force. */
const statementMaxMs = 5_000
/** The error of a server that says nothing at all. */
const silence: QueryOptions = { timeoutMs: 10_000 }

/**
 * The database as work sees it that nobody waits for. While the gate is closed it waits; but it never closes the gate:
 * a statement of its own that takes long says nothing of those of clicks and postbacks. Rows that an index gives in
 * order are read so, up to the limit: for a table that has grown since it was measured, a scan and a sort of all of it
 * look cheap.
 */
export function openBackgroundDatabase(
  db: Database,
  gate: Pick<DatabaseGate, 'assertThere'>,
  statementMs = statementMaxMs,
): Database {
  const transaction: Database['transaction'] = async (work, options = silence) => {
    gate.assertThere()
    return await db.transaction((tx) => work(bounded(tx, statementMs)), options)
  }
  return {
    query: (text, values = [], options) => transaction((tx) => tx.query(text, values, options)),
    transaction,
    copy: (text, rows, options = silence) => db.copy(text, rows, options),
    listen: (channel, onPayload, onReconnect) => db.listen(channel, onPayload, onReconnect),
    close: () => db.close(),
    renew: () => db.renew(),
    poolState: () => db.poolState(),
  }
}

function bounded(tx: Transaction, statementMs: number): Transaction {
  tx.send({ text: `set local statement_timeout = ${statementMs}` })
  for (const way of ['seqscan', 'bitmapscan', 'sort']) tx.send({ text: `set local enable_${way} = off` })
  return tx
}
