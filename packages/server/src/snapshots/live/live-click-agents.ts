import { CommonAgents } from '@quoin/core/tracking/common-agents.ts'
import { networkOf } from '@quoin/core/detect/address.ts'
import type { ClickAgents, Log } from '../../ports/ports.ts'
import type { Database } from '../../store/pg/database.ts'
import { addClickAgents, listClickAgents } from '../../store/tracking/click-agents.ts'
import { readEvery } from './read-every.ts'

interface AgentNeeds {
  readonly db: Database
  readonly log: Log
}

const everyMs = 60_000

/**
 * The User-Agents that are stored once for all clicks, and the counts by which this process finds others. One that it does
 * not know yet stands in the click: nothing but bytes depends on it.
 */
export class LiveClickAgents implements ClickAgents {
  readonly #needs: AgentNeeds
  readonly #ids = new Map<string, number>()
  readonly #common = new CommonAgents()
  #newest = 0

  constructor(needs: AgentNeeds) {
    this.#needs = needs
  }

  idOf(agent: string | null, address: string | null): number {
    if (agent === null) return 0
    const id = this.#ids.get(agent)
    if (id !== undefined) return id
    if (address !== null) this.#common.note(agent, networkOf(address))
    return 0
  }

  /** Adds what has become common, and reads what all processes have added. */
  async refresh(): Promise<void> {
    const { db } = this.#needs
    const common = this.#common.take()
    if (common.length > 0) await addClickAgents(db, common)
    for (const { id, agent } of await listClickAgents(db, this.#newest)) {
      this.#ids.set(agent, id)
      this.#newest = Math.max(this.#newest, id)
    }
  }

  follow(): () => Promise<void> {
    return readEvery(
      everyMs,
      () => this.refresh(),
      (error) => this.#needs.log.warn({ err: error }, 'common User-Agents could not be read'),
    )
  }
}
