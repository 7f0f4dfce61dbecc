import { hashOf } from '@quoin/core/risk/behaviour/recent-counts.ts'
import type { Log, Snapshots } from '../../ports/ports.ts'
import type { Ranking } from '../../ports/ranking.ts'
import type { Database } from '../../store/pg/database.ts'
import { listRoundsAfter } from '../../store/ranking/rankings.ts'
import { readEvery } from '../live/read-every.ts'
import { RankingRound } from './ranking-round.ts'

const everyMs = 5_000
const roundsMax = 3

/** In place of a round: as long as too little is known, what pays most comes first. */
const byPayout = 0

interface RankingNeeds {
  readonly db: Database
  readonly snapshots: Pick<Snapshots, 'catalogue'>
  readonly log: Log
  /** Lets others have their turn. */
  readonly pause: () => Promise<void>
}

/** The last rounds, their orders made between requests; a list takes one as it is. */
export class LiveRanking implements Ranking {
  readonly #needs: RankingNeeds
  #rounds: readonly RankingRound[] = []

  constructor(needs: RankingNeeds) {
    this.#needs = needs
  }

  find({ catalogue, audience, user, named }: Parameters<Ranking['find']>[0]): ReturnType<Ranking['find']> {
    const given = readName(named)
    if (given?.round === byPayout) return { name: `${byPayout}-0`, order: undefined }
    const round = this.#rounds.find(({ id }) => id === given?.round) ?? this.#rounds.at(-1)
    if (round === undefined) return { name: `${byPayout}-0`, order: undefined }
    const isGiven = round.id === given?.round && given.variant < round.variants
    const variant = isGiven ? given.variant : hashOf(user, round.id) % round.variants
    const order = round.orderFor(catalogue, audience, variant)
    return order === undefined ? { name: `${byPayout}-0`, order } : { name: `${round.id}-${variant}`, order }
  }

  /** Takes over the rounds that came since. */
  async refresh(): Promise<void> {
    const { db, snapshots, pause } = this.#needs
    for (const stored of await listRoundsAfter(db, this.#rounds.at(-1)?.id ?? 0)) {
      const round = await RankingRound.make(stored, snapshots.catalogue(), pause)
      this.#rounds = [...this.#rounds, round].slice(-roundsMax)
    }
  }

  follow(): () => Promise<void> {
    return readEvery(
      everyMs,
      () => this.refresh(),
      (error) => this.#needs.log.warn({ err: error }, 'ranking could not be read'),
    )
  }
}

function readName(
  named: string | undefined,
): { readonly round: number; readonly variant: number } | undefined {
  const [, round, variant] = /^([0-9]{1,15})-([0-9]{1,2})$/.exec(named ?? '') ?? []
  return round === undefined ? undefined : { round: Number(round), variant: Number(variant) }
}
