import type { Chance } from './chance.ts'
import { type Account, daySec, endSec, startSec, type Visit } from './live.ts'
import { disguise, drawMachine, drawPhone, drawWindows, emulate, type Machine } from './machines.ts'
import { type Offer, tastes } from './offers.ts'
import { addressOn, countries, type Country, drawLine, hosting, vpn } from './places.ts'

/** A business: what it spends on, and how it works. */
interface Business {
  readonly weight: number
  /** How many accounts it makes. */
  readonly accounts: readonly [number, number]
  readonly machine: 'one' | 'disguised' | 'each' | 'emulated' | 'scripted'
  /** Where accounts come from: one line, a few of one network, anybody's, a data centre, a VPN. */
  readonly exit: 'home' | 'mobile' | 'residential' | 'hosting' | 'vpn'
  readonly skill: number
  readonly pace: number
  readonly taken: number
  readonly gap: readonly [number, number]
  readonly clicks: number
  readonly visits: number
  /** How far the accounts of one shift lie apart, and how many shifts a week there are. */
  readonly minutesApart: number
  readonly shiftsPerWeek: number
  readonly follows: boolean
  readonly trick?: 'flood' | 'inject'
}

const usual = {
  skill: 1.6,
  pace: 0.75,
  taken: 1.5,
  gap: [45, 3] as const,
  clicks: 6,
  visits: 1.5,
  minutesApart: 25,
  shiftsPerWeek: 4,
  follows: true,
}

const businesses: Readonly<Record<string, Business>> = {
  reset_phone: { ...usual, weight: 14, accounts: [4, 20], machine: 'one', exit: 'mobile' },
  profile_shop: {
    ...usual,
    weight: 16,
    accounts: [5, 40],
    machine: 'disguised',
    exit: 'residential',
    skill: 1.8,
  },
  phone_wall: { ...usual, weight: 14, accounts: [12, 60], machine: 'each', exit: 'mobile', minutesApart: 6 },
  cloud_rack: {
    ...usual,
    weight: 10,
    accounts: [8, 50],
    machine: 'emulated',
    exit: 'hosting',
    minutesApart: 4,
  },
  kitchen_table: { ...usual, weight: 8, accounts: [3, 9], machine: 'one', exit: 'home', minutesApart: 240 },
  hired_hands: {
    ...usual,
    weight: 10,
    accounts: [10, 50],
    machine: 'each',
    exit: 'residential',
    gap: [60, 1],
    skill: 1.4,
  },
  patient: {
    ...usual,
    weight: 6,
    accounts: [5, 15],
    machine: 'each',
    exit: 'residential',
    shiftsPerWeek: 1,
    minutesApart: 900,
    skill: 1.2,
    pace: 1,
  },
  script: {
    ...usual,
    weight: 9,
    accounts: [5, 30],
    machine: 'scripted',
    exit: 'hosting',
    gap: [7, 12],
    clicks: 14,
    pace: 0.4,
  },
  quiet_script: {
    ...usual,
    weight: 7,
    accounts: [5, 25],
    machine: 'disguised',
    exit: 'vpn',
    gap: [18, 8],
    clicks: 9,
    pace: 0.5,
  },
  flooder: {
    ...usual,
    weight: 3,
    accounts: [1, 3],
    machine: 'each',
    exit: 'mobile',
    clicks: 60,
    visits: 3,
    gap: [8, 2],
    skill: 0.1,
    follows: false,
    trick: 'flood',
  },
  injector: {
    ...usual,
    weight: 3,
    accounts: [1, 4],
    machine: 'each',
    exit: 'mobile',
    skill: 2.5,
    follows: false,
    trick: 'inject',
  },
  refunder: {
    ...usual,
    weight: 3,
    accounts: [1, 2],
    machine: 'each',
    exit: 'home',
    taken: 7,
    follows: false,
    skill: 1.1,
  },
}

export function drawFrauds(chance: Chance, offers: readonly Offer[], count: number): Account[] {
  const accounts: Account[] = []
  const rows = Object.entries(businesses).map(([kind, one]) => {
    return [[kind, one], one.weight / (one.accounts[0] + one.accounts[1])] as const
  })
  while (accounts.length < count) {
    const [kind, business] = chance.weighted(rows)
    accounts.push(...openBusiness(chance, { kind, business, offers, person: `f${accounts.length}` }))
  }
  return accounts.slice(0, count)
}

interface Opening {
  readonly kind: string
  readonly business: Business
  readonly offers: readonly Offer[]
  readonly person: string
}

function openBusiness(chance: Chance, { kind, business, offers, person }: Opening): Account[] {
  const country = chance.weighted(countries.map((one) => [one, one.weight * one.fixed.length] as const))
  // The list is made by pay against time, and gets longer and shorter with what still works.
  const byWorth = offers.toSorted((a, b) => worthOf(b) - worthOf(a)).slice(0, 45)
  const list = Array.from({ length: chance.whole(5, 14) }, () => chance.pick(byWorth))
  const template = business.machine === 'each' ? drawPhone(chance) : drawWindows(chance)
  const network = [chance.pick(country.mobile)]
  const line = drawLine(chance, country.fixed)
  const range = `${network[0]}.${chance.whole(60, 250)}`
  let atSec = startSec + chance.between(-4, 28) * daySec
  const made: Account[] = []
  const size = chance.whole(business.accounts[0], business.accounts[1])
  for (let index = 0; index < size; index += 1) {
    // After some accounts a shift ends; the next one is another day.
    const isNewShift = chance.happens(1 / 12)
    atSec += isNewShift ? (7 * daySec) / business.shiftsPerWeek : chance.gamma(2, business.minutesApart * 60)
    const machine = machineOf(chance, business, template)
    const exit = (): string => exitOf(chance, { business, country, line, range })
    const plan = business.follows ? shuffled(chance, list).slice(0, Math.ceil(list.length * 0.7)) : []
    made.push(openAccount(chance, { kind, business, person, machine, country, exit, plan, atSec, index }))
  }
  return made.filter(({ visits }) => visits.length > 0)
}

function worthOf({ pay, minutes, rate }: Offer): number {
  return (pay * rate) / Math.sqrt(minutes)
}

function shuffled<Item>(chance: Chance, items: readonly Item[]): Item[] {
  return items
    .map((item) => [chance.next(), item] as const)
    .sort((a, b) => a[0] - b[0])
    .map(([, item]) => item)
}

function machineOf(chance: Chance, { machine }: Business, template: Machine): Machine {
  if (machine === 'disguised') return disguise(chance, template)
  if (machine === 'emulated') return emulate(chance, drawPhone(chance))
  if (machine === 'each') return chance.happens(0.5) ? template : drawMachine(chance)
  if (machine === 'one') return template
  const userAgent = chance.happens(0.4)
    ? template.userAgent.replace('Chrome/', 'HeadlessChrome/')
    : template.userAgent
  const data = { ...template.data, webdriver: chance.happens(0.5), webgl_renderer: 'Google SwiftShader' }
  return { userAgent, data }
}

interface Exits {
  readonly business: Business
  readonly country: Country
  readonly line: string
  readonly range: string
}

function exitOf(chance: Chance, { business, country, line, range }: Exits): string {
  switch (business.exit) {
    case 'home':
      return addressOn(chance, line)
    case 'mobile':
      return addressOn(
        chance,
        chance.happens(0.7) ? range : `${chance.pick(country.mobile)}.${chance.whole(1, 60)}`,
      )
    case 'residential':
      return addressOn(chance, drawLine(chance, country.fixed))
    case 'hosting':
      return addressOn(chance, drawLine(chance, hosting))
    case 'vpn':
      return addressOn(chance, drawLine(chance, vpn))
  }
}

interface Making {
  readonly kind: string
  readonly business: Business
  readonly person: string
  readonly machine: Machine
  readonly country: Country
  readonly exit: () => string
  readonly plan: readonly Offer[]
  readonly atSec: number
  readonly index: number
}

function openAccount(chance: Chance, making: Making): Account {
  const { kind, business, person, machine, country, exit, plan, atSec, index } = making
  const count = 1 + Math.floor(chance.gamma(1, business.visits))
  const { timezone, language } = country
  const isSticky = chance.happens(0.5)
  const first = exit()
  const isKept = business.machine === 'each' || business.machine === 'emulated'
  const hash = business.machine === 'one' && kind === 'kitchen_table' ? person : `${person}-${index}`
  const visits = Array.from(
    { length: count },
    (_, turn): Visit => ({
      atSec: atSec + turn * chance.gamma(2, 1.5) * daySec,
      place: { address: isSticky ? first : exit(), timezone, language },
      machine,
      hash: isKept || kind === 'kitchen_table' ? hash : `${hash}-${turn}`,
      clicks: Math.floor(chance.gamma(2, business.clicks)),
    }),
  )
  return {
    kind,
    person,
    isFraud: true,
    plan,
    visits: visits.filter((visit) => visit.atSec > startSec && visit.atSec < endSec),
    taste: Array.from({ length: tastes }, () => chance.next() ** 2 * 1.6),
    skill: business.skill * chance.gamma(12, 1),
    pace: business.pace * chance.between(0.8, 1.2),
    taken: business.taken * chance.gamma(4, 1),
    gap: business.gap,
    seen: chance.happens(0.1) ? 0 : 0.7,
    ...(business.trick === undefined ? {} : { trick: business.trick }),
  }
}
