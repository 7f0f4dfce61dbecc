import { type AttributeName, attributeNames, findValue, rootsOf } from './attribute-names.ts'
import type { Screen } from './attribute-values.ts'

/** The client's statements about itself: all of them can be forged, any of them can be missing. */
export interface Attributes {
  readonly userAgents?: readonly string[] | undefined
  /** The name of the operating system, as the collector read it. */
  readonly system?: string | undefined
  /** `Sec-CH-UA-Platform`, from navigator.userAgentData. */
  readonly hintedSystem?: string | undefined
  readonly isMobileHinted?: boolean | undefined
  /** navigator.platform */
  readonly platform?: string | undefined
  /** The unmasked WebGL renderer. */
  readonly gpu?: string | undefined
  /** In whatever pixels and orientation the collector used. */
  readonly screen?: Screen | undefined
  readonly pixelRatio?: number | undefined
  readonly touchPointsMax?: number | undefined
  /** IANA name. */
  readonly timezone?: string | undefined
  /** navigator.webdriver */
  readonly isAutomated?: boolean | undefined
}

/** Ways to read a submission that contradicts itself: 7 GPUs, 4 screens and clocks, 3 hints under the names of one. */
const readingsMax = 336

/**
 * Reads the open keys of fingerprint_data. A key that is absent or of another shape is no fact, and no error. A
 * client that says different things under different names of one fact is believed the worst, so that a good word
 * hides no bad one; where the worst depends on other facts there is a reading for each.
 */
export function readAttributes(data: unknown): readonly [Attributes, ...Attributes[]] {
  const different = {
    hintedSystem: listFacts(data, attributeNames.hintedSystem),
    gpu: listFacts(data, attributeNames.gpu),
    screen: listFacts(data, attributeNames.screen),
    timezone: listFacts(data, attributeNames.timezone),
  }
  const first: Attributes = {
    userAgents: listFacts(data, attributeNames.userAgents),
    system: listFacts(data, attributeNames.system)[0],
    hintedSystem: different.hintedSystem[0],
    isMobileHinted: anyOf(listFacts(data, attributeNames.isMobileHinted)),
    platform: listFacts(data, attributeNames.platform)[0],
    gpu: different.gpu[0],
    screen: different.screen[0],
    pixelRatio: leastOf(listFacts(data, attributeNames.pixelRatio)),
    touchPointsMax: leastOf(listFacts(data, attributeNames.touchPointsMax)),
    timezone: different.timezone[0],
    isAutomated: anyOf(listFacts(data, attributeNames.isAutomated)),
  }
  const readings: [Attributes, ...Attributes[]] = [first]
  for (const [key, facts] of Object.entries(different)) {
    if (facts.length < 2) continue
    const others = facts.slice(1).flatMap((fact) => readings.map((reading) => ({ ...reading, [key]: fact })))
    readings.push(...others.slice(0, readingsMax - readings.length))
  }
  return readings
}

function anyOf(flags: readonly boolean[]): boolean | undefined {
  return flags.length === 0 ? undefined : flags.includes(true)
}

function leastOf(numbers: readonly number[]): number | undefined {
  return numbers.length === 0 ? undefined : Math.min(...numbers)
}

const none: readonly never[] = []

/** The different facts that are told under the names of one, in the order of the names. */
function listFacts<T>(data: unknown, { paths, read }: AttributeName<T>): readonly T[] {
  let facts: T[] | undefined
  for (const root of rootsOf(data)) {
    for (const path of paths) {
      const fact = read(findValue(root, path))
      if (fact === undefined) continue
      // Nearly always the only one: an array that is pushed to has room for many.
      if (facts === undefined) facts = [fact]
      else if (!facts.some((known) => isSame(known, fact))) facts.push(fact)
    }
  }
  return facts ?? none
}

function isSame(one: unknown, other: unknown): boolean {
  return one === other || (typeof one === 'object' && JSON.stringify(one) === JSON.stringify(other))
}
