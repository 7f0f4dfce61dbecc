/** A colour in linear sRGB, each part from 0 to 1. */
type Linear = readonly [red: number, green: number, blue: number]

/** Shades of the publisher's colour that a scheme draws with. */
interface Accents {
  /** The fill of the button, as the publisher gave it. */
  readonly brand: string
  /** Text on it: black or white, whichever is easier to read. */
  readonly on: string
  /** The colour as text: at least 4.5 to 1 on every surface of the scheme. */
  readonly ink: string
  /** A faint ground of it. */
  readonly tint: string
  /** Whether `ink` is another colour than the one given. */
  readonly isCorrected: boolean
}

export const ownAccent = '#3f63e4'
/** The lightest surface of each scheme that such a text stands on, and how much of the colour its tint has. */
const schemes = {
  light: { surface: '#ffffff', page: '#f7f8fa', tintShare: 0.1 },
  dark: { surface: '#181c21', page: '#111418', tintShare: 0.2 },
} as const

const contrastMin = 4.5

export function isColour(text: string): boolean {
  return /^#[\da-f]{6}$/i.test(text)
}

/** The colours of one scheme, made from the publisher's; its hue is kept where its lightness cannot be. */
export function accentsFor(scheme: keyof typeof schemes, accent: string): Accents {
  const { surface, page, tintShare } = schemes[scheme]
  const brand = readHex(accent)
  const on = luminance(brand) > 0.179 ? '#000000' : '#ffffff'
  const tint = mix(brand, readHex(surface), tintShare)
  const grounds = [readHex(surface), readHex(page), readHex(writeHex(tint))]
  const ink = readable(brand, grounds, scheme === 'light')
  return {
    brand: accent,
    on,
    ink: writeHex(ink),
    tint: writeHex(tint),
    isCorrected: writeHex(ink) !== accent.toLowerCase(),
  }
}

/** WCAG's contrast of two colours, from 1 to 21. */
export function contrastOf(one: string, other: string): number {
  return contrast(readHex(one), readHex(other))
}

/** Moves the lightness in OKLCH, towards the dark or the light, until the text can be read on each ground. */
function readable(colour: Linear, grounds: readonly Linear[], isOnLight: boolean): Linear {
  const isReadable = (candidate: Linear): boolean =>
    grounds.every((ground) => contrast(readHex(writeHex(candidate)), ground) >= contrastMin)
  if (isReadable(colour)) return colour
  const { lightness, chroma, hue } = toOklch(colour)
  const end = isOnLight ? 0 : 1
  let near = 0
  let far = 1
  for (let round = 0; round < 24; round += 1) {
    const share = (near + far) / 2
    const candidate = fromOklch(lightness + (end - lightness) * share, chroma * (1 - share * 0.5), hue)
    if (isReadable(candidate)) far = share
    else near = share
  }
  return fromOklch(lightness + (end - lightness) * far, chroma * (1 - far * 0.5), hue)
}

function contrast(one: Linear, other: Linear): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

function luminance([red, green, blue]: Linear): number {
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** Mixed as browsers mix in sRGB. */
function mix(one: Linear, other: Linear, share: number): Linear {
  const part = (index: 0 | 1 | 2): number =>
    toLinear(toGamma(one[index]) * share + toGamma(other[index]) * (1 - share))
  return [part(0), part(1), part(2)]
}

function toOklch([red, green, blue]: Linear): { lightness: number; chroma: number; hue: number } {
  const long = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue)
  const middle = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue)
  const short = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue)
  const a = 1.9779984951 * long - 2.428592205 * middle + 0.4505937099 * short
  const b = 0.0259040371 * long + 0.7827717662 * middle - 0.808675766 * short
  return {
    lightness: 0.2104542553 * long + 0.793617785 * middle - 0.0040720468 * short,
    chroma: Math.hypot(a, b),
    hue: Math.atan2(b, a),
  }
}

function fromOklch(lightness: number, chroma: number, hue: number): Linear {
  const [a, b] = [chroma * Math.cos(hue), chroma * Math.sin(hue)]
  const long = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const middle = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const short = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  return [
    clamp(4.0767416621 * long - 3.3077115913 * middle + 0.2309699292 * short),
    clamp(-1.2684380046 * long + 2.6097574011 * middle - 0.3413193965 * short),
    clamp(-0.0041960863 * long - 0.7034186147 * middle + 1.707614701 * short),
  ]
}

function clamp(part: number): number {
  return Math.min(1, Math.max(0, part))
}

function readHex(text: string): Linear {
  const part = (from: number): number => toLinear(Number.parseInt(text.slice(from, from + 2), 16) / 255)
  return [part(1), part(3), part(5)]
}

function writeHex(colour: Linear): string {
  const part = (value: number): string =>
    Math.round(toGamma(value) * 255)
      .toString(16)
      .padStart(2, '0')
  return `#${colour.map(part).join('')}`
}

function toLinear(part: number): number {
  return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
}

function toGamma(part: number): number {
  return part <= 0.0031308 ? part * 12.92 : 1.055 * part ** (1 / 2.4) - 0.055
}
