import { readOs } from '../../detect/browser-and-os.ts'

/**
 * Only families that the signals can compare; televisions, consoles and watches say too many things at once.
 */
export type OperatingSystem = 'windows' | 'macos' | 'ios' | 'android' | 'chromeos' | 'linux'

type Row = readonly [says: RegExp, fits: readonly OperatingSystem[]]

const byName: ReadonlyMap<string | undefined, OperatingSystem> = new Map([
  ['Windows', 'windows'],
  ['macOS', 'macos'],
  ['iOS', 'ios'],
  ['Android', 'android'],
  ['Chrome OS', 'chromeos'],
  ['Linux', 'linux'],
])

/**
 * An iPad in desktop mode calls itself a Mac; an Android phone in desktop mode, and ChromeOS, call themselves
 * Linux.
 */
const apple: readonly OperatingSystem[] = ['ios', 'macos']
const linuxKin: readonly OperatingSystem[] = ['linux', 'android', 'chromeos']

const words: readonly Row[] = [
  [/^win/i, ['windows']],
  [/^(?:mac|os ?x|darwin|ios|ipados|iphone|ipad)/i, apple],
  [/^(?:android|linux|ubuntu|debian|fedora|cros|chrom(?:e|ium) ?os)/i, linuxKin],
]

const platforms: readonly Row[] = [
  [/^win/i, ['windows']],
  [/^(?:mac|iphone|ipad|ipod)/i, apple],
  [/^(?:linux|android|cros)/i, linuxKin],
]

/** Direct3D first: the Adreno of a Windows laptop is reached through it. */
const gpus: readonly Row[] = [
  [/direct3d|\bd3d\d/i, ['windows']],
  [/\bapple (?:gpu|a\d|m\d)|angle metal/i, apple],
  [/\b(?:adreno|mali|immortalis|xclipse)\b/i, linuxKin],
]

/** The system that a User-Agent says it runs on. */
export function systemOfUserAgent(userAgent: string): OperatingSystem | undefined {
  return byName.get(readOs(userAgent))
}

/** The systems that a name fits: of `Sec-CH-UA-Platform`, or of the `os` in the body. */
export function systemsOfWord(word: string | undefined): readonly OperatingSystem[] | undefined {
  return findFit(words, word)
}

/** The systems that a `navigator.platform` fits. */
export function systemsOfPlatform(platform: string | undefined): readonly OperatingSystem[] | undefined {
  return findFit(platforms, platform)
}

/** The systems on which WebGL names its renderer like this. */
export function systemsOfGpu(renderer: string | undefined): readonly OperatingSystem[] | undefined {
  return findFit(gpus, renderer)
}

function findFit(rows: readonly Row[], text: string | undefined): readonly OperatingSystem[] | undefined {
  if (text === undefined) return undefined
  return rows.find(([says]) => says.test(text))?.[1]
}
