import { chanceOf, type Population, type StressEvent, userOf } from './population.ts'

const daySec = 86_400

/** Whole devices with all of their users are left out. */
export function thin(population: Population, share: number): Population {
  const groupOf = new Map(
    population.labels.map(({ user_id, person_id, fraud }) => [user_id, fraud ? person_id : undefined]),
  )
  const gone = new Set<string>()
  for (const event of population.events) {
    if (event.body === undefined) continue
    const { user_id, fingerprint_hash } = event.body
    if (chanceOf('thin', groupOf.get(user_id) ?? fingerprint_hash) >= share) gone.add(user_id)
  }
  return {
    events: population.events.filter((event) => !gone.has(userOf(event))),
    labels: population.labels.filter(({ user_id }) => !gone.has(user_id)),
  }
}

/** Devices of one model have one hash, however many own one: the crowds grow, the others double. */
export function twice(population: Population): Population {
  const lines = new Map<string, Set<string>>()
  for (const { body, ip } of population.events) {
    if (body === undefined || ip === undefined) continue
    const known = lines.get(body.fingerprint_hash) ?? new Set()
    lines.set(body.fingerprint_hash, known.add(ip))
  }
  const isModel = (hash: string): boolean => (lines.get(hash)?.size ?? 0) >= 6
  const copies = population.events.map((event): StressEvent => {
    const copy = { ...event, ts: event.ts + daySec / 2 }
    if (copy.ip !== undefined) copy.ip = neighbour(copy.ip)
    if (copy.user_id !== undefined) copy.user_id = `${copy.user_id}x`
    if (copy.click_id !== undefined) copy.click_id = `${copy.click_id}x`
    if (event.body !== undefined) {
      const { user_id, fingerprint_hash: hash } = event.body
      copy.body = {
        ...event.body,
        user_id: `${user_id}x`,
        fingerprint_hash: isModel(hash) ? hash : `${hash}x`,
      }
    }
    return copy
  })
  const labels = population.labels.map((label) => ({
    ...label,
    user_id: `${label.user_id}x`,
    person_id: `${label.person_id}x`,
  }))
  return {
    events: [...population.events, ...copies].toSorted((a, b) => a.ts - b.ts),
    labels: [...population.labels, ...labels],
  }
}

/** The next /24: nearly always of the same network and country. */
function neighbour(address: string): string {
  const parts = address.split('.')
  parts[2] = String((Number(parts[2]) ^ 1) % 256)
  return parts.join('.')
}
