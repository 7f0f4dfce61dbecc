/** How often a text came with clicks, and from which networks. */
interface Count {
  clicks: number
  readonly networks: Set<string>
}

interface CommonAgentsShape {
  /** Texts that are counted at once. */
  readonly countedMax: number
  /** A text is common from so many clicks and networks on: one visitor alone makes none. */
  readonly clicksMin: number
  readonly networksMin: number
}

export const commonAgentsShape: CommonAgentsShape = { countedMax: 4_096, clicksMin: 8, networksMin: 4 }

/**
 * How many User-Agents may be stored once for all clicks: in all, and in `addedDays` days. Whoever sends made-up ones
 * cannot fill the disk with them, nor take the room of all years in a night.
 */
export const agentBounds = { rowsMax: 32_768, addedMax: 4_096, addedDays: 16 }

/**
 * Finds the User-Agents that many clicks share, in memory that does not grow: where there is no room for a new text, the
 * counts of all are halved, and what has none left is forgotten.
 */
export class CommonAgents {
  readonly #shape: CommonAgentsShape
  readonly #counts = new Map<string, Count>()

  constructor(shape: CommonAgentsShape = commonAgentsShape) {
    this.#shape = shape
  }

  note(agent: string, network: string): void {
    const count = this.#counts.get(agent)
    if (count === undefined) {
      if (this.#counts.size >= this.#shape.countedMax) this.#forget()
      this.#counts.set(agent, { clicks: 1, networks: new Set([network]) })
      return
    }
    count.clicks += 1
    if (count.networks.size < this.#shape.networksMin) count.networks.add(network)
  }

  /** Those that have become common, the most frequent first; they are counted no longer. */
  take(): readonly string[] {
    const { clicksMin, networksMin } = this.#shape
    const common = [...this.#counts]
      .filter(([, { clicks, networks }]) => clicks >= clicksMin && networks.size >= networksMin)
      .sort(([, a], [, b]) => b.clicks - a.clicks)
    for (const [agent] of common) this.#counts.delete(agent)
    return common.map(([agent]) => agent)
  }

  #forget(): void {
    for (const [agent, count] of this.#counts) {
      count.clicks = Math.floor(count.clicks / 2)
      if (count.clicks === 0) this.#counts.delete(agent)
    }
    // All of them are common, and nobody has taken them yet.
    if (this.#counts.size >= this.#shape.countedMax) this.#counts.clear()
  }
}
