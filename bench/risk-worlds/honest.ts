import type { Chance } from './chance.ts'
import { type Account, daySec, endSec, startSec, type Visit } from './live.ts'
import { drawMachine, drawPhone, drawWindows, type Machine } from './machines.ts'
import { type Offer, tastes } from './offers.ts'
import { addressOn, countries, type Country, drawLine, type Place, vpn, hosting } from './places.ts'

/** The traits that a group of honest people shares. */
interface Circle {
  readonly country: Country
  readonly person: string
  readonly size: number
  readonly line?: string
  readonly machines?: readonly Machine[]
  readonly plan?: readonly Offer[]
  readonly startSec: number
  /** Days within which all come. */
  readonly withinDays: number
}

interface Habit {
  readonly weight: number
  readonly size: readonly [number, number]
  readonly circle?: (chance: Chance, offers: readonly Offer[], country: Country) => Partial<Circle>
  readonly visits?: number
  readonly clicks?: number
  readonly skill?: number
  readonly pace?: number
  readonly awayShare?: number
  readonly newHash?: boolean
  readonly place?: (chance: Chance, home: Country, turn: number) => Place | undefined
}

const abroad = (chance: Chance, home: Country): Country =>
  chance.pick(countries.filter(({ code }) => code !== home.code))

const placeIn = (chance: Chance, networks: readonly string[], { timezone, language }: Country): Place => ({
  address: addressOn(chance, drawLine(chance, networks)),
  timezone,
  language,
})

const manyWindows = (chance: Chance, count: number): Machine[] => {
  const one = drawWindows(chance)
  return Array.from({ length: count }, () => one)
}

const habits: Readonly<Record<string, Habit>> = {
  alone: { weight: 42, size: [1, 1] },
  phone_only: { weight: 16, size: [1, 1], awayShare: 1 },
  household: { weight: 10, size: [2, 5], circle: (chance) => ({ withinDays: chance.between(2, 30) }) },
  class: {
    weight: 4,
    size: [10, 28],
    visits: 3,
    circle: (chance) => ({ machines: manyWindows(chance, 14), withinDays: chance.between(0.05, 6) }),
  },
  cafe: {
    weight: 4,
    size: [6, 30],
    newHash: true,
    circle: (chance) => ({ machines: manyWindows(chance, 8), withinDays: 30 }),
  },
  campus: { weight: 5, size: [10, 40], circle: () => ({ withinDays: 30 }) },
  office: { weight: 3, size: [4, 20], circle: () => ({ withinDays: 25 }) },
  viewers: {
    weight: 5,
    size: [20, 60],
    circle: (chance, offers) => ({
      plan: [chance.pick(offers), chance.pick(offers), chance.pick(offers)],
      line: '',
      withinDays: chance.between(0.3, 2),
    }),
  },
  friends: {
    weight: 3,
    size: [3, 8],
    circle: (chance, offers) => ({
      plan: [chance.pick(offers), chance.pick(offers)],
      line: '',
      withinDays: 4,
    }),
  },
  bonus_hunter: { weight: 2, size: [1, 1], visits: 22, clicks: 6, skill: 1.7, pace: 0.8 },
  slow_reader: { weight: 1, size: [1, 1], pace: 2.5 },
  vpn_user: {
    weight: 3,
    size: [1, 1],
    place: (chance, home) => (chance.happens(0.8) ? placeIn(chance, vpn, home) : undefined),
  },
  emigrant: {
    weight: 1.5,
    size: [1, 1],
    place: (chance, home) => {
      const from = abroad(chance, home)
      return { ...placeIn(chance, home.fixed, from), timezone: from.timezone }
    },
  },
  journey: {
    weight: 2,
    size: [1, 1],
    place: (chance, home, turn) =>
      turn < 3 ? undefined : { ...placeIn(chance, abroad(chance, home).mobile, home) },
  },
  remote_desktop: {
    weight: 1,
    size: [1, 1],
    place: (chance, home) => ({ ...placeIn(chance, hosting.slice(0, 1), home) }),
  },
  clearer: { weight: 3, size: [1, 1], newHash: true },
  second_account: { weight: 1, size: [2, 2], circle: () => ({ withinDays: 12 }) },
}

export function drawHonest(chance: Chance, offers: readonly Offer[], count: number): Account[] {
  const accounts: Account[] = []
  const rows = Object.entries(habits).map(([kind, habit]) => {
    return [[kind, habit], habit.weight / (habit.size[0] + habit.size[1])] as const
  })
  while (accounts.length < count) {
    const [kind, habit] = chance.weighted(rows)
    const country = chance.weighted(countries.map((one) => [one, one.weight] as const))
    const size = chance.whole(habit.size[0], habit.size[1])
    const circle: Circle = {
      country,
      size,
      person: `h${accounts.length}`,
      withinDays: 0,
      startSec: startSec + chance.between(0, 31 * daySec),
      ...(size > 1 ? { line: drawLine(chance, country.fixed) } : {}),
      ...habit.circle?.(chance, offers, country),
    }
    for (let member = 0; member < size; member += 1)
      accounts.push(joinOne(chance, { kind, habit, circle, member }))
  }
  return accounts.slice(0, count)
}

interface Joining {
  readonly kind: string
  readonly habit: Habit
  readonly circle: Circle
  readonly member: number
}

function joinOne(chance: Chance, { kind, habit, circle, member }: Joining): Account {
  const { country, machines } = circle
  const own = kind === 'second_account' ? (machines?.[0] ?? drawPhone(chance)) : drawMachine(chance)
  const line = circle.line || drawLine(chance, country.fixed)
  const away = chance.pick(country.mobile)
  const hash = hashOf(chance, own)
  const joinSec = circle.startSec + chance.next() * circle.withinDays * daySec
  const count = 1 + Math.floor(chance.gamma(1, habit.visits ?? 3))
  const lifeSec = chance.gamma(1, 9) * daySec
  const times = [joinSec, ...Array.from({ length: count - 1 }, () => joinSec + chance.next() * lifeSec)]
  const { timezone, language } = country
  const visits = times
    .sort((a, b) => a - b)
    .map((atSec, turn): Visit => {
      const isAway = chance.happens(habit.awayShare ?? 0.25)
      const home = {
        address: addressOn(chance, isAway ? `${away}.${chance.whole(1, 60)}` : line),
        timezone,
        language,
      }
      const place = habit.place?.(chance, country, turn) ?? home
      const shared = machines !== undefined && !isAway ? chance.pick(machines) : undefined
      const machine = shared ?? own
      const cabinet = `${circle.person}-${chance.whole(1, machines?.length ?? 1)}`
      const known = shared === undefined ? hash : cabinet
      const isNew = habit.newHash === true
      const clicks = Math.min(40, Math.floor(chance.gamma(1, habit.clicks ?? 3.5)))
      return { atSec, place, machine, hash: isNew ? `${known}-${atSec}` : known, clicks }
    })
  return {
    kind,
    isFraud: false,
    visits: visits.filter(({ atSec }) => atSec < endSec),
    person: kind === 'second_account' ? circle.person : `${circle.person}-${member}`,
    taste: Array.from({ length: tastes }, () => chance.next() ** 2 * 1.6),
    plan: circle.plan ?? [],
    skill: (habit.skill ?? 1) * chance.gamma(5, 1),
    pace: (habit.pace ?? 1) * chance.between(0.6, 1.5),
    taken: chance.gamma(3, 1),
    gap: [chance.between(25, 90), 1],
    seen: chance.happens(0.1) ? 0 : 0.6,
  }
}

/** Phones of one model from Apple are alike. */
function hashOf(chance: Chance, { userAgent, data }: Machine): string {
  const isAlike = userAgent.includes('iPhone')
  return isAlike
    ? `i${userAgent.length}${String(data['resolution'])}${chance.whole(1, 12)}`
    : `d${chance.next()}`
}
