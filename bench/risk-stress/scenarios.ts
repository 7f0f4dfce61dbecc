import { makeLadders } from './ladders.ts'
import { moveAddresses } from './other-addresses.ts'
import { olderSystems, otherGpus, otherScreens, otherVersions } from './other-devices.ts'
import { thin, twice } from './other-people.ts'
import {
  chanceOf,
  kindsOf,
  mapData,
  mapEvents,
  type Population,
  type StressEvent,
  userOf,
  type World,
} from './population.ts'

export type Change = (population: Population, world: World) => Population

const droppable = [
  ['resolution'],
  ['browser'],
  ['os'],
  ['user_agent'],
  ['platform'],
  ['ua_platform', 'ua_mobile'],
  ['webgl_renderer', 'webgl_vendor'],
  ['max_touch_points'],
  ['dpr'],
  ['timezone'],
  ['webdriver'],
  ['canvas', 'fonts', 'plugins'],
] as const

/** Every world that is unlike the one the weights were made for, by name. */
export const scenarios: Readonly<Record<string, Change>> = {
  'as it is': (population) => population,
  'browser versions + 20': otherVersions,
  'other GPUs': otherGpus,
  'other screens': otherScreens,
  'other countries, zones and networks': (population, world) => moveAddresses(population, world, {}),
  IPv6: (population, world) => moveAddresses(population, world, { version: 6 }),
  'unlisted data centres and VPNs': (population, world) =>
    moveAddresses(population, world, { unlisted: ['hosting', 'vpn'] }),
  'all of it: versions, GPUs, screens, addresses': (population, world) =>
    otherVersions(otherGpus(otherScreens(moveAddresses(population, world, {})))),
  'old systems': olderSystems,
  ...dropChances(),
  ...droppedKeys(),
  'nothing but the three sample keys': (population) =>
    mapData(population, ({ resolution, browser, os }) => ({ resolution, browser, os })),
  'no fingerprint_data': (population) => mapData(population, () => ({})),
  'no addresses': (population) => mapEvents(population, ({ ip: _, ...event }) => event),
  'no User-Agent beside the body': (population) => mapEvents(population, ({ ua: _, ...event }) => event),
  'ladders of goals': (population) => makeLadders(population, []),
  'ladders of goals, of which injectors and spammers skip the steps': (population) =>
    makeLadders(population, ['click_inject', 'click_spam']),
  'time × 1/4': (population) => stretch(population, 0.25),
  'time × 1/2': (population) => stretch(population, 0.5),
  'time × 2': (population) => stretch(population, 2),
  'time × 4': (population) => stretch(population, 4),
  'rings three times slower': slowFraud(3),
  'honest kinds who share devices three times faster': fastSharing(3),
  'the first half': (population) => until(population, 0.5),
  'the first fifth': (population) => until(population, 0.2),
  'the second half alone': (population) => since(population, 0.5),
  'one submission each': firstSubmissions,
  'no conversions': (population) => without(population, 'conversion'),
  'no clicks or conversions': (population) => without(without(population, 'conversion'), 'click'),
  'half of the conversions': (population) => ({
    ...population,
    events: population.events.filter(
      ({ type, click_id }) => type !== 'conversion' || chanceOf('lost', click_id ?? '') < 0.5,
    ),
  }),
  'a third of the people': (population) => thin(population, 1 / 3),
  'twice the people': twice,
}

function dropChances(): Record<string, Change> {
  return Object.fromEntries(
    [0.1, 0.3, 0.5].map((share) => [
      `each field missing with p = ${share}`,
      (population: Population) =>
        mapData(population, (data, event) =>
          Object.fromEntries(
            Object.entries(data).filter(([key]) => chanceOf('drop', key, userOf(event)) >= share),
          ),
        ),
    ]),
  )
}

function droppedKeys(): Record<string, Change> {
  return Object.fromEntries(
    droppable.map((keys) => [
      `no ${keys.join(', ')}`,
      (population: Population) =>
        mapData(population, (data) =>
          Object.fromEntries(Object.entries(data).filter(([key]) => !keys.some((gone) => gone === key))),
        ),
    ]),
  )
}

function startOf({ events }: Population): number {
  return events[0]?.ts ?? 0
}

function endOf({ events }: Population): number {
  return events.at(-1)?.ts ?? 0
}

function stretch(population: Population, factor: number): Population {
  const start = startOf(population)
  return mapEvents(population, (event) => ({ ...event, ts: start + (event.ts - start) * factor }))
}

/** Everything of a person happens as many times slower, from their first event on. */
function slowFraud(factor: number): Change {
  return (population) => {
    const frauds = new Map(
      population.labels.filter(({ fraud }) => fraud).map(({ user_id, person_id }) => [user_id, person_id]),
    )
    return pace(population, (user) => frauds.get(user), factor)
  }
}

function fastSharing(factor: number): Change {
  return (population) => {
    const kinds = kindsOf(population)
    const device = new Map<string, string>()
    for (const event of population.events) {
      if (event.body === undefined) continue
      const { user_id, fingerprint_hash } = event.body
      if (!device.has(user_id)) device.set(user_id, fingerprint_hash)
    }
    const shared = new Set(['family', 'public_device', 'single_second_account'])
    return pace(
      population,
      (user) => (shared.has(kinds.get(user) ?? '') ? device.get(user) : undefined),
      1 / factor,
    )
  }
}

/** Stretches when the users of a group come, from the first of them on; what each does afterwards stays. */
function pace(
  population: Population,
  groupOf: (user: string) => string | undefined,
  factor: number,
): Population {
  const startByGroup = new Map<string, number>()
  const startByUser = new Map<string, number>()
  for (const event of population.events) {
    const user = userOf(event)
    const group = groupOf(user)
    if (group === undefined) continue
    if (!startByGroup.has(group)) startByGroup.set(group, event.ts)
    if (!startByUser.has(user)) startByUser.set(user, event.ts)
  }
  const moved = mapEvents(population, (event) => {
    const user = userOf(event)
    const group = groupOf(user)
    if (group === undefined) return event
    const [groupStart, userStart] = [startByGroup.get(group) ?? 0, startByUser.get(user) ?? 0]
    return { ...event, ts: event.ts + (userStart - groupStart) * (factor - 1) }
  })
  return { ...moved, events: moved.events.toSorted((a, b) => a.ts - b.ts) }
}

function keep(population: Population, keeps: (event: StressEvent) => boolean): Population {
  const events = population.events.filter(keeps)
  return { ...population, events }
}

function until(population: Population, share: number): Population {
  const end = startOf(population) + (endOf(population) - startOf(population)) * share
  return keep(population, ({ ts }) => ts <= end)
}

function since(population: Population, share: number): Population {
  const start = startOf(population) + (endOf(population) - startOf(population)) * share
  return keep(population, ({ ts }) => ts >= start)
}

function without(population: Population, type: string): Population {
  return keep(population, (event) => event.type !== type)
}

function firstSubmissions(population: Population): Population {
  const seen = new Set<string>()
  return keep(population, (event) => {
    if (event.type !== 'fingerprint') return true
    const user = userOf(event)
    if (seen.has(user)) return false
    seen.add(user)
    return true
  })
}
