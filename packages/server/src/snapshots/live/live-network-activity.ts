import type { Clock, Log } from '../../ports/ports.ts'
import { listActiveNetworks, type NetworkActivity } from '../../store/networks/network-activity.ts'
import type { Database } from '../../store/pg/database.ts'
import { readEvery } from './read-every.ts'

interface ActivityNeeds {
  readonly db: Database
  readonly clock: Pick<Clock, 'nowMs'>
  readonly log: Log
}

const everyMs = 30_000
/** A network that sent so many postbacks in a week usually sends; the silence of others says nothing. */
const spanMs = 7 * 86_400_000
const requestsMin = 10
const networksMax = 200

/** For how long networks have been silent that usually report: a broken link or postback shows here first. */
export class LiveNetworkActivity {
  readonly #needs: ActivityNeeds
  #active: readonly NetworkActivity[] = []

  constructor(needs: ActivityNeeds) {
    this.#needs = needs
  }

  silences(): { readonly labels: { readonly network: string }; readonly value: number }[] {
    const nowMs = this.#needs.clock.nowMs()
    return this.#active.map(({ slug, lastAtMs }) => ({
      labels: { network: slug },
      value: Math.max(0, (nowMs - lastAtMs) / 1000),
    }))
  }

  async refresh(): Promise<void> {
    const { db, clock } = this.#needs
    this.#active = await listActiveNetworks(db, {
      sinceMs: clock.nowMs() - spanMs,
      requestsMin,
      limit: networksMax,
    })
  }

  follow(): () => Promise<void> {
    return readEvery(
      everyMs,
      () => this.refresh(),
      (error) => this.#needs.log.warn({ err: error }, 'last postbacks of networks could not be read'),
    )
  }
}
