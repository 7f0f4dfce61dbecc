import { userAgentLengthMax } from './device-type.ts'

/** The browser and system that a User-Agent names, for macros and reports; undefined where it says nothing we know. */
interface BrowserAndOs {
  readonly browser: string | undefined
  readonly browserVersion: string | undefined
  readonly os: string | undefined
  readonly osVersion: string | undefined
}

/** The first group that matched is the version. */
type Row = readonly [name: string, says: RegExp]

/**
 * A browser that pretends to be another stands before it: apps before web views, everyone before Chrome and Safari.
 */
const browsers: readonly Row[] = [
  ['Facebook', /FBAV\/([\d.]+)/],
  ['Facebook', /FBAN\//],
  ['Instagram', /Instagram ([\d.]+)/],
  ['TikTok', /(?:musical_ly|trill|TikTok|BytedanceWebview)[_ /]?([\d.]+)?/],
  ['Snapchat', /Snapchat\/ ?([\d.]+)/],
  ['Pinterest', /\[?Pinterest(?:\/| for )?([\d.]+)?/],
  ['LinkedIn', /LinkedInApp(?:\/([\d.]+))?/],
  ['WeChat', /MicroMessenger\/([\d.]+)/],
  ['LINE', /\bLine\/([\d.]+)/],
  ['Internet Explorer', /MSIE ([\d.]+)|IEMobile\/([\d.]+)|Trident\/.*rv:([\d.]+)/],
  ['Edge', /\bEdg(?:e|A|iOS)?\/([\d.]+)/],
  ['Opera', /\b(?:OPR|OPT|OPX|OPiOS|Opera Mini|Opera Mobi)\/([\d.]+)/],
  ['Opera', /Opera\/.*Version\/([\d.]+)/],
  ['Opera', /Opera\/([\d.]+)/],
  ['Samsung Internet', /SamsungBrowser\/([\d.]+)/],
  ['Yandex', /YaBrowser\/([\d.]+)/],
  ['UC Browser', /UC ?Browser\/?([\d.]+)/],
  ['MIUI Browser', /MiuiBrowser\/([\d.]+)/],
  ['Huawei Browser', /HuaweiBrowser\/([\d.]+)/],
  ['QQ Browser', /QQBrowser\/([\d.]+)/],
  ['Vivaldi', /Vivaldi\/([\d.]+)/],
  ['Whale', /Whale\/([\d.]+)/],
  ['DuckDuckGo', /(?:DuckDuckGo|Ddg)\/([\d.]+)/],
  ['Brave', /\bBrave(?:[ /]([\d.]+))?/],
  ['Silk', /\bSilk\/([\d.]+)/],
  ['Oculus Browser', /OculusBrowser\/([\d.]+)/],
  ['Google App', /\bGSA\/([\d.]+)/],
  ['Firefox', /(?:Firefox|FxiOS)\/([\d.]+)/],
  ['Android WebView', /; wv\).*Chrome\/([\d.]+)/],
  ['Chrome', /(?:Chrome|CriOS|Chromium)\/([\d.]+)/],
  ['Android Browser', /^(?=.*Android).*Version\/([\d.]+).*Safari\//],
  ['Safari', /Version\/([\d.]+).*Safari\//],
]

const systems: readonly Row[] = [
  ['Windows Phone', /Windows Phone(?: OS)?(?: ([\d.]+))?/],
  ['KaiOS', /KAIOS\/([\d.]+)/i],
  ['tvOS', /tvOS(?:[ /]([\d.]+))?|Apple ?TV/],
  ['watchOS', /watchOS(?:[ /,]+([\d.]+))?/],
  ['Tizen', /Tizen(?:[ /]([\d.]+))?/],
  ['webOS', /Web0S|webOS(?:\.TV-|\/)([\d.]+)/],
  ['Roku', /Roku\/\w+-([\d.]+)|\bRoku\b/],
  ['PlayStation', /PlayStation (?:Vita |Portable)?([\d.]+)?/i],
  ['Nintendo', /Nintendo/],
  ['HarmonyOS', /OpenHarmony(?: ([\d.]+))?/],
  ['iOS', /(?:iPhone OS|CPU OS|\biOS|iPadOS)[ /,]([\d._]+)/],
  ['iOS', /iPhone|iPad|iPod|\biOS\b|CriOS|FxiOS|EdgiOS|OPiOS|FBIOS/],
  ['Android', /Android[ /-]?([\d.]+)?|\bAdr ([\d.]+)/i],
  ['iOS', /CFNetwork\/[\d.]+ Darwin\/(?!.*(?:x86_64|i386|Mac))/],
  ['Chrome OS', /CrOS \S+ ([\d.]+)/],
  ['Windows', /Windows NT ([\d.]+)|Windows/],
  ['Android', /\bSilk\//],
  ['macOS', /Mac OS X ([\d._]+)/],
  ['macOS', /Macintosh|Mac OS X|Darwin\//],
  ['Android', /X11;.*SamsungBrowser\//],
  ['Linux', /Linux|X11|Ubuntu/],
]

/** Windows counts its kernels, people its names; 11 calls itself 10. */
const windowsNames: ReadonlyMap<string, string> = new Map([
  ['10.0', '10'],
  ['6.3', '8.1'],
  ['6.2', '8'],
  ['6.1', '7'],
  ['6.0', 'Vista'],
  ['5.2', 'XP'],
  ['5.1', 'XP'],
])

export function readBrowserAndOs(userAgent: string): BrowserAndOs {
  const text = userAgent.slice(0, userAgentLengthMax)
  const browser = readRow(browsers, text)
  const os = readRow(systems, text)
  const osVersion = os?.version?.replaceAll('_', '.')
  return {
    browser: browser?.name,
    browserVersion: browser?.version,
    os: os?.name,
    osVersion: os?.name === 'Windows' ? (windowsNames.get(osVersion ?? '') ?? osVersion) : osVersion,
  }
}

/** The operating system alone: there are twice as many browsers to look for. */
export function readOs(userAgent: string): string | undefined {
  return readRow(systems, userAgent.slice(0, userAgentLengthMax))?.name
}

function readRow(
  rows: readonly Row[],
  text: string,
): { name: string; version: string | undefined } | undefined {
  for (const [name, says] of rows) {
    const match = says.exec(text)
    if (match) return { name, version: match.slice(1).find((group) => group !== undefined) }
  }
  return undefined
}
