import type { Db } from '../../store/pg/database.ts'
import { type Move, type MoveNeeds, moveConversions } from './move-conversions.ts'

const batchMax = 200
/** The rest is for the next round. */
const batchesMax = 500

/** A rule whose time has come for some conversions. */
interface DueMove extends Move {
  listDue(db: Db, nowMs: number, limit: number): Promise<readonly string[]>
}

/**
 * Moves what is due, in batches; returns how many. May run anywhere, in several processes and at any time: under its
 * lock each is moved once, and what is done already is left alone.
 */
export async function moveDue(needs: MoveNeeds, { listDue, ...move }: DueMove): Promise<number> {
  let done = 0
  for (let batch = 0; batch < batchesMax; batch += 1) {
    const ids = await listDue(needs.db, needs.clock.nowMs(), batchMax)
    if (ids.length === 0) return done
    const moved = (await moveConversions(needs, ids, move)).filter(({ after }) => after !== undefined)
    // Another process was quicker, or a row is due that no rule moves: the next run sees.
    if (moved.length === 0) return done
    done += moved.length
  }
  return done
}
