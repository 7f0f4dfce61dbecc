import type { Ports } from '../../ports/ports.ts'
import { type LiveEvent, listLive } from './list-live.ts'

type Needs = Pick<Ports, 'db' | 'store' | 'clock' | 'log'>
type Listener = (events: readonly LiveEvent[]) => void

const everyMs = 1_000
const shownMax = 40

/** Those who watch now share one look at the database a second; while nobody does there is none. */
const watches = new WeakMap<Ports['db'], Watch>()

interface Watch {
  readonly listeners: Set<Listener>
  known: ReadonlySet<string>
}

/** Tells of what is new, oldest first, at most once a second, until the returned function is called. */
export function followLive(needs: Needs, listener: Listener): () => void {
  const watch = watches.get(needs.db) ?? begin(needs)
  watch.listeners.add(listener)
  return () => watch.listeners.delete(listener)
}

function begin(needs: Needs): Watch {
  const watch: Watch = { listeners: new Set(), known: new Set() }
  watches.set(needs.db, watch)
  void run(needs, watch)
  return watch
}

async function run(needs: Needs, watch: Watch): Promise<void> {
  for (let isFirst = true; isFirst || watch.listeners.size > 0; isFirst = false) {
    try {
      const events = await listLive(needs, shownMax)
      const fresh = isFirst ? [] : events.filter(({ key }) => !watch.known.has(key))
      watch.known = new Set(events.map(({ key }) => key))
      if (fresh.length > 0) for (const listener of watch.listeners) listener(fresh.toReversed())
    } catch (error) {
      // Whether those who watch may go on is decided where their streams are held (http/staff/keep-proven.ts).
      needs.log.warn({ err: error }, 'live view not renewed')
    }
    await new Promise((resolve) => setTimeout(resolve, everyMs).unref())
  }
  watches.delete(needs.db)
}
