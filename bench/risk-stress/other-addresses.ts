import type { AddressClass } from '@quoin/core/risk/address-class.ts'
import { countriesOfTimezone, isUniversalTime } from '@quoin/core/risk/fingerprint/timezones.ts'
import { chanceOf, mapEvents, pick, type Population, type World } from './population.ts'

export interface Move {
  /** The IP version of the new addresses; 4 when left out. */
  readonly version?: 4 | 6
  /** Classes whose addresses nobody has on a list any more. */
  readonly unlisted?: readonly AddressClass[]
}

const drawn = 60_000
const perCountryMin = 12
const zones = Intl.supportedValuesOf('timeZone')

/**
 * Everyone lives elsewhere: each country becomes another one, with its clocks; each line becomes another of the
 * same class. Whoever's clock fitted their address still fits, and whoever's did not still does not.
 */
export function moveAddresses(
  population: Population,
  world: World,
  { version = 4, unlisted = [] }: Move,
): Population {
  const pools = drawPools(world, version)
  const isMoved = unlisted.length === 0
  const countries = [...pools.homes.keys()].sort()
  const zonesOf = Map.groupBy(zones, (zone) => countriesOfTimezone(zone)?.[0])
  const inhabited = countries.filter((country) => (zonesOf.get(country)?.length ?? 0) > 0)
  const newCountry = (country: string): string => (isMoved ? pick(inhabited, 'country', country) : country)
  const moveAddress = (address: string): string => {
    const line = address.slice(0, address.lastIndexOf('.'))
    const host = Number(address.slice(line.length + 1))
    const known = world.describeAddress(address)?.class
    const country = world.countryOf(address)
    const isUnlisted = known !== undefined && unlisted.includes(known)
    if (known === undefined || isUnlisted) {
      if (country === undefined || (!isMoved && !isUnlisted)) return address
      const lines = pools.homes.get(newCountry(country)) ?? pools.homes.get('US') ?? []
      return place(pick(lines, 'line', line), host)
    }
    return isMoved ? place(pick(pools.classes.get(known) ?? [line], 'line', line), host) : address
  }
  const moveZone = (zone: string, address: string): string => {
    const [from, to] = [address, moveAddress(address)].map((known) => world.countryOf(known))
    if (!isMoved || from === undefined || to === undefined || isUniversalTime(zone)) return zone
    const fits = countriesOfTimezone(zone)?.includes(from)
    const fitting = zonesOf.get(to) ?? [zone]
    const others = inhabited.filter((country) => country !== to)
    return pick(fits ? fitting : (zonesOf.get(pick(others, 'away', zone)) ?? [zone]), 'zone', zone)
  }
  return mapEvents(population, (event) => {
    const { ip, body } = event
    if (ip === undefined) return event
    const data = body?.fingerprint_data
    const zone = data?.['timezone']
    const moved = { ...event, ip: moveAddress(ip) }
    if (body === undefined || typeof zone !== 'string') return moved
    return { ...moved, body: { ...body, fingerprint_data: { ...data, timezone: moveZone(zone, ip) } } }
  })
}

/** A host of a line: `a.b.c` or the first half of an IPv6 address. */
function place(line: string, host: number): string {
  return line.includes(':') ? `${line}::${(host + 1).toString(16)}` : `${line}.${host}`
}

interface Pools {
  readonly homes: Map<string, string[]>
  readonly classes: Map<AddressClass, string[]>
}

const drawnPools = new Map<number, Pools>()

function drawPools(world: World, version: 4 | 6): Pools {
  const known = drawnPools.get(version)
  if (known !== undefined) return known
  const pools: Pools = { homes: new Map(), classes: new Map() }
  for (let index = 0; index < drawn; index += 1) {
    const line = version === 4 ? lineOfV4(index) : lineOfV6(index)
    const address = place(line, 7)
    const country = world.countryOf(address)
    const facts = world.describeAddress(address)
    if (country === undefined || facts === undefined) continue
    if (facts.class === undefined) pools.homes.set(country, [...(pools.homes.get(country) ?? []), line])
    else pools.classes.set(facts.class, [...(pools.classes.get(facts.class) ?? []), line])
  }
  for (const [country, lines] of pools.homes) if (lines.length < perCountryMin) pools.homes.delete(country)
  drawnPools.set(version, pools)
  return pools
}

function lineOfV4(index: number): string {
  const part = (place: number, from: number, to: number): number =>
    from + Math.floor(chanceOf('v4', place, index) * (to - from))
  return `${part(0, 1, 224)}.${part(1, 0, 256)}.${part(2, 0, 256)}`
}

/** Registries give out 2000::/3 from few blocks; the second group is what differs. */
function lineOfV6(index: number): string {
  const group = (place: number): string => Math.floor(chanceOf('v6', place, index) * 0x10000).toString(16)
  const heads = [
    '2001',
    '2003',
    '2400',
    '2401',
    '2402',
    '2403',
    '2404',
    '2405',
    '2406',
    '2407',
    '240e',
    '2600',
    '2601',
    '2602',
    '2603',
    '2604',
    '2605',
    '2606',
    '2607',
    '2610',
    '2800',
    '2801',
    '2803',
    '2804',
    '2806',
    '2a00',
    '2a01',
    '2a02',
    '2a03',
    '2a04',
    '2a05',
    '2a06',
    '2a07',
    '2a0c',
    '2c0f',
  ]
  const second = Math.floor(chanceOf('v6', 1, index) * 0x1000) << 4
  return `${pick(heads, 'head', index)}:${second.toString(16)}:${group(2)}:${group(3)}`
}
