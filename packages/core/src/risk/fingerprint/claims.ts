/** What the client says of itself: all of it can be forged, any of it can be missing. */
export interface Claims {
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

export interface Screen {
  readonly shortSide: number
  readonly longSide: number
}

/** Real values are shorter; what is longer must not cost time in a pattern. */
const textLengthMax = 1024
const numberMax = 100_000

/** Under which keys a fact is sent: our own names first, then those of FingerprintJS and of navigator. */
const keys = splitPaths({
  userAgents: ['user_agent', 'userAgent', 'ua'],
  system: ['os'],
  hintedSystem: ['ua_platform', 'uaPlatform', 'userAgentData.platform'],
  isMobileHinted: ['ua_mobile', 'uaMobile', 'userAgentData.mobile'],
  platform: ['platform'],
  gpu: ['webgl_renderer', 'webglRenderer', 'webGlBasics.rendererUnmasked', 'videoCard.renderer'],
  screen: ['resolution', 'screen_resolution', 'screenResolution'],
  pixelRatio: ['dpr', 'device_pixel_ratio', 'devicePixelRatio'],
  touchPointsMax: ['max_touch_points', 'maxTouchPoints', 'touchSupport.maxTouchPoints'],
  timezone: ['timezone', 'time_zone', 'timeZone'],
  isAutomated: ['webdriver', 'webDriver'],
})

type Path = readonly string[]

/** Once, not for every submission. */
function splitPaths<Key extends keyof Claims>(
  names: Readonly<Record<Key, readonly string[]>>,
): Readonly<Record<Key, readonly Path[]>> {
  const entries = Object.entries<readonly string[]>(names)
  const split = entries.map(([key, paths]) => [key, paths.map((path) => path.split('.'))] as const)
  return Object.fromEntries(split) as unknown as Record<Key, readonly Path[]> // the same keys
}

/** All ways to read a submission that contradicts itself: 4 GPUs, and 3 each of screens, clocks and hints. */
const readingsMax = 108

/**
 * Reads the open keys of fingerprint_data. What is absent or of another shape is no fact, and no error. Who says
 * different things under different names of one fact is believed the worst, so that a good word hides no bad one; where
 * the worst depends on other facts there is a reading for each.
 */
export function readClaims(data: unknown): readonly [Claims, ...Claims[]] {
  const different = {
    hintedSystem: listFacts(data, keys.hintedSystem, readText),
    gpu: listFacts(data, keys.gpu, readText),
    screen: listFacts(data, keys.screen, readScreen),
    timezone: listFacts(data, keys.timezone, readText),
  }
  const first: Claims = {
    userAgents: listFacts(data, keys.userAgents, readText),
    system: listFacts(data, keys.system, readText)[0],
    hintedSystem: different.hintedSystem[0],
    isMobileHinted: anyOf(listFacts(data, keys.isMobileHinted, readFlag)),
    platform: listFacts(data, keys.platform, readText)[0],
    gpu: different.gpu[0],
    screen: different.screen[0],
    pixelRatio: leastOf(listFacts(data, keys.pixelRatio, readNumber)),
    touchPointsMax: leastOf(listFacts(data, keys.touchPointsMax, readNumber)),
    timezone: different.timezone[0],
    isAutomated: anyOf(listFacts(data, keys.isAutomated, readFlag)),
  }
  const readings: [Claims, ...Claims[]] = [first]
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
function listFacts<T>(
  data: unknown,
  paths: readonly Path[],
  read: (raw: unknown) => T | undefined,
): readonly T[] {
  let facts: T[] | undefined
  for (const path of paths) {
    const fact = read(findValue(data, path))
    if (fact === undefined) continue
    // Nearly always the only one: an array that is pushed to has room for many.
    if (facts === undefined) facts = [fact]
    else if (!facts.some((known) => isSame(known, fact))) facts.push(fact)
  }
  return facts ?? none
}

function isSame(one: unknown, other: unknown): boolean {
  return one === other || (typeof one === 'object' && JSON.stringify(one) === JSON.stringify(other))
}

function findValue(data: unknown, path: Path): unknown {
  let value = data
  for (const key of path) value = unwrap(fieldOf(value, key))
  return value
}

/** FingerprintJS wraps each of its components: `{ value, duration }`. */
function unwrap(value: unknown): unknown {
  return fieldOf(value, 'value') ?? value
}

function fieldOf(value: unknown, key: string): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined
  return Reflect.get(value, key)
}

function readText(raw: unknown): string | undefined {
  if (typeof raw !== 'string') return undefined
  const text = raw.slice(0, textLengthMax).trim()
  return text === '' ? undefined : text
}

function readNumber(raw: unknown): number | undefined {
  const number = typeof raw === 'string' && /^\d{1,6}(?:\.\d{1,20})?$/.test(raw) ? Number(raw) : raw
  return typeof number === 'number' && number >= 0 && number <= numberMax ? number : undefined
}

function readFlag(raw: unknown): boolean | undefined {
  if (raw === 'true' || raw === true) return true
  return raw === 'false' || raw === false ? false : undefined
}

/** `1920x1080`, or two numbers. */
function readScreen(raw: unknown): Screen | undefined {
  const match = typeof raw === 'string' ? /^\s*(\d{1,6})\s*[x×*]\s*(\d{1,6})/i.exec(raw) : null
  const [first, second] = Array.isArray(raw) ? raw : [match?.[1], match?.[2]]
  const [a, b] = [readNumber(first), readNumber(second)]
  if (!a || !b) return undefined
  return { shortSide: Math.min(a, b), longSide: Math.max(a, b) }
}
