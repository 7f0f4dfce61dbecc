import { readFlag, readNumber, readRenderer, readScreen, readText } from './attribute-values.ts'

export type Path = readonly string[]

/** Under which names one fact is sent, and how its value is read. */
export interface AttributeName<T> {
  readonly paths: readonly Path[]
  readonly read: (raw: unknown) => T | undefined
}

/** Once, not for every submission. */
function named<T>(read: AttributeName<T>['read'], ...paths: readonly string[]): AttributeName<T> {
  return { paths: paths.map((path) => path.split('.')), read }
}

/** Our own names first, then those of navigator, of FingerprintJS 5, and of ThumbmarkJS 1. */
export const attributeNames = {
  userAgents: named(readText, 'user_agent', 'userAgent', 'ua', 'system.useragent'),
  system: named(readText, 'os'),
  hintedSystem: named(readText, 'ua_platform', 'uaPlatform', 'userAgentData.platform'),
  isMobileHinted: named(readFlag, 'ua_mobile', 'uaMobile', 'userAgentData.mobile'),
  platform: named(readText, 'platform', 'system.platform'),
  gpu: named(
    readRenderer,
    ...['webgl_renderer', 'webglRenderer', 'webGlBasics.rendererUnmasked', 'webGlBasics.renderer'],
    ...['videoCard.renderer', 'hardware.videocard.rendererUnmasked', 'hardware.videocard.renderer'],
  ),
  screen: named(readScreen, 'resolution', 'screen_resolution', 'screenResolution', 'screen.resolution'),
  pixelRatio: named(readNumber, 'dpr', 'device_pixel_ratio', 'devicePixelRatio'),
  touchPointsMax: named(
    readNumber,
    ...['max_touch_points', 'maxTouchPoints', 'touchSupport.maxTouchPoints', 'screen.maxTouchPoints'],
  ),
  timezone: named(readText, 'timezone', 'time_zone', 'timeZone', 'locales.timezone'),
  isAutomated: named(readFlag, 'webdriver', 'webDriver'),
} as const

/** Where both libraries have what they found, when their whole result is sent. */
export const componentsKey = 'components'

/** The objects in which facts stand: the submission, and what a library calls its components. */
export function rootsOf(data: unknown): readonly unknown[] {
  const components = fieldOf(data, componentsKey)
  return components === undefined ? [data] : [data, components]
}

export function findValue(data: unknown, path: Path): unknown {
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
