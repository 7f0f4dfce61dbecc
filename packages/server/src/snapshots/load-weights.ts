import { readWeights, type Weights } from '@quoin/core/risk/weights.ts'
import type { Log } from '../ports/ports.ts'
import type { Database } from '../store/pg/database.ts'
import { listWeightsInUse } from '../store/risk/risk-weights.ts'

/** Weights that were learned: those in use, and those in the shadow. Undefined: the shipped ones, none. */
export interface LearnedWeights {
  readonly active: Weights | undefined
  readonly candidate: Weights | undefined
}

/** A version that this Quoin cannot read, for it knows other signals, is as if it were not there. */
export async function loadWeights(db: Database, log: Log): Promise<LearnedWeights> {
  const rows = await listWeightsInUse(db)
  const read = (wanted: string): Weights | undefined => {
    const row = rows.find(({ state }) => state === wanted)
    if (row === undefined) return undefined
    try {
      return readWeights(row.weights)
    } catch (error) {
      log.error({ err: error, version: row.version }, 'learned risk weights could not be read')
      return undefined
    }
  }
  return { active: read('active'), candidate: read('candidate') }
}
