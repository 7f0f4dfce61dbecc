import { setTimeout as delay } from 'node:timers/promises'
import { follow, offersOf, type Publisher, report } from './publisher-client.ts'

/** The acknowledgements of a server under load: each must be found in its database for ever. */
export interface Journal {
  /** Clicks that were answered with 302. */
  readonly clickIds: string[]
  /** Clicks whose postback was answered with 200. */
  readonly reportedIds: string[]
  /** Answers that nobody should get, stop or no stop. */
  readonly oddities: string[]
}

export interface Traffic {
  readonly journal: Journal
  /** Resolves when every visitor has been answered or refused a last time. */
  end(): Promise<void>
}

const visitorsAtOnce = 12

/** Users who follow links, and the network that reports each of them, until `end`. */
export async function startTraffic(publisher: Publisher, postbackUrl: string): Promise<Traffic> {
  const [offer] = await offersOf(publisher, 'traffic')
  if (offer === undefined) throw new Error('there is no offer to send users to')
  const journal: Journal = { clickIds: [], reportedIds: [], oddities: [] }
  const state = { isEnding: false, visits: 0 }
  const visitors = Array.from({ length: visitorsAtOnce }, async () => {
    while (!state.isEnding) {
      state.visits += 1
      const link = offer.link.replace(/userId=[^&]*/, `userId=visitor-${state.visits}`)
      const isAnswered = await visit(link, postbackUrl, journal)
      // Nobody listens any more, or not for the moment.
      if (!isAnswered) await delay(20)
    }
  })
  return {
    journal,
    async end() {
      state.isEnding = true
      await Promise.all(visitors)
    },
  }
}

/** One visit and its report; false when the server did not take part. */
async function visit(link: string, postbackUrl: string, journal: Journal): Promise<boolean> {
  try {
    const { status, clickId } = await follow(link)
    if (status !== 302) return note(journal, 'link', status)
    journal.clickIds.push(clickId)
    const answer = await report(postbackUrl, clickId)
    if (answer.status !== 200) return note(journal, 'postback', answer.status)
    journal.reportedIds.push(clickId)
    return true
  } catch (error) {
    // A connection that was refused or cut: nothing was acknowledged on it.
    if (error instanceof TypeError) return false
    throw error
  }
}

/** A server that stops may say so: 503, come back later. Everything else is odd. */
function note({ oddities }: Journal, what: string, status: number): boolean {
  if (status !== 503) oddities.push(`${what}: ${status}`)
  return false
}
