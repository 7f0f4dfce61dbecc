/** What the client says of itself: all of it can be forged, any of it can be missing. */
export interface Claims {
  readonly userAgent?: string | undefined
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
  userAgent: ['user_agent', 'userAgent', 'ua'],
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

/** Reads the open keys of fingerprint_data. What is absent or of another shape is no fact, and no error. */
export function readClaims(data: unknown): Claims {
  return {
    userAgent: firstFact(data, keys.userAgent, readText),
    system: firstFact(data, keys.system, readText),
    hintedSystem: firstFact(data, keys.hintedSystem, readText),
    isMobileHinted: firstFact(data, keys.isMobileHinted, readFlag),
    platform: firstFact(data, keys.platform, readText),
    gpu: firstFact(data, keys.gpu, readText),
    screen: firstFact(data, keys.screen, readScreen),
    pixelRatio: firstFact(data, keys.pixelRatio, readNumber),
    touchPointsMax: firstFact(data, keys.touchPointsMax, readNumber),
    timezone: firstFact(data, keys.timezone, readText),
    isAutomated: firstFact(data, keys.isAutomated, readFlag),
  }
}

function firstFact<T>(
  data: unknown,
  paths: readonly Path[],
  read: (raw: unknown) => T | undefined,
): T | undefined {
  for (const path of paths) {
    const fact = read(findValue(data, path))
    if (fact !== undefined) return fact
  }
  return undefined
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
