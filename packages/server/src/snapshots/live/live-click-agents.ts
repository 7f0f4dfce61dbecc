import { CommonAgents } from '@quoin/core/tracking/common-agents.ts'
import { networkOf } from '@quoin/core/detect/address.ts'
import type { ClickAgents, Log } from '../../ports/ports.ts'
import type { Database } from '../../store/pg/database.ts'
import { addClickAgents, hasClickAgent, listClickAgents } from '../../store/tracking/click-agents.ts'
import { readEvery } from './read-every.ts'

interface AgentNeeds {
  readonly db: Database
  readonly log: Log
}

const everyMs = 60_000

/**
 * The User-Agents that are stored once for all clicks, and the counts by which this process finds others. One that it does
 * not know yet stands in the click.
 */
export class LiveClickAgents implements ClickAgents {
  readonly #needs: AgentNeeds
  readonly #ids = new Map<string, number>()
  readonly #common = new CommonAgents()
  #newest = { id: 0, agent: '' }

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
    // After a failover the newest may be lost: then none of them is sure.
    if (this.#newest.id > 0 && !(await hasClickAgent(db, this.#newest))) {
      this.#ids.clear()
      this.#newest = { id: 0, agent: '' }
    }
    const common = this.#common.take()
    if (common.length > 0) await addClickAgents(db, common)
    for (const { id, agent } of await listClickAgents(db, this.#newest.id)) {
      this.#ids.set(agent, id)
      this.#newest = { id, agent }
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
