/** The measures of a picture, in points. */
export interface PictureSize {
  readonly width: number
  readonly height: number
}

type Reader = (bytes: Uint8Array, view: DataView) => PictureSize | undefined

/** Each kind of file by its first bytes, read as Latin-1. */
const readers: readonly (readonly [signature: RegExp, read: Reader])[] = [
  [/^.PNG\r\n.\n[\s\S]{4}IHDR/, readPng],
  [/^ÿØÿ/, readJpeg],
  [/^RIFF[\s\S]{4}WEBP/, readWebp],
]
const signatureBytes = 16

/**
 * The measures that a PNG, JPEG or WebP file states, before anything of it is unpacked: decoders make room for all points
 * at once, and a thousand bytes can ask for gigabytes. Where a file states several, the largest. Undefined for any other
 * file and for one that states none.
 */
export function readPictureSize(bytes: Uint8Array): PictureSize | undefined {
  const start = String.fromCharCode(...bytes.subarray(0, signatureBytes))
  const read = readers.find(([signature]) => signature.test(start))?.[1]
  const size = read?.(bytes, new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength))
  return size !== undefined && size.width > 0 && size.height > 0 ? size : undefined
}

function readPng(bytes: Uint8Array, view: DataView): PictureSize | undefined {
  return bytes.length < 24 ? undefined : { width: view.getUint32(16), height: view.getUint32(20) }
}

/** SOF0 to SOF15, without the tables that have numbers among them (DHT, JPG, DAC). */
const framesOfJpeg: ReadonlySet<number> = new Set(
  [0, 1, 2, 3, 5, 6, 7, 9, 10, 11, 13, 14, 15].map((number) => 0xc0 + number),
)
const startOfScan = 0xda
/** Each scan passes over all points once more; progressive pictures have about ten. */
const scansMax = 64

function readJpeg(bytes: Uint8Array, view: DataView): PictureSize | undefined {
  let size: PictureSize | undefined
  let scans = 0
  let at = 2
  while (at + 4 <= bytes.length) {
    const marker = nextMarker(bytes, at)
    if (marker === undefined || marker + 3 >= bytes.length) break
    const kind = bytes[marker] ?? 0
    if (framesOfJpeg.has(kind) && marker + 8 <= bytes.length) {
      size = larger(size, { width: view.getUint16(marker + 6), height: view.getUint16(marker + 4) })
    }
    if (kind === startOfScan) scans += 1
    if (scans > scansMax) return undefined
    at = marker + 1 + (isAlone(kind) ? 0 : view.getUint16(marker + 1))
  }
  return size
}

/** Where the next marker's number stands: behind an FF that is neither filling nor data. */
function nextMarker(bytes: Uint8Array, from: number): number | undefined {
  for (let at = bytes.indexOf(0xff, from); at >= 0; at = bytes.indexOf(0xff, at + 1)) {
    const kind = bytes[at + 1]
    if (kind !== undefined && kind !== 0 && kind !== 0xff) return at + 1
  }
  return undefined
}

/** Markers without a length: restarts, start and end. */
function isAlone(kind: number): boolean {
  return (kind >= 0xd0 && kind <= 0xd9) || kind === 1
}

/** The chunks of a WebP file that state measures: where, from the chunk's data on. */
const chunksOfWebp: Readonly<Record<string, Reader>> = {
  VP8X: (bytes) => ({ width: uint24(bytes, 4) + 1, height: uint24(bytes, 7) + 1 }),
  'VP8 ': (_bytes, view) => ({
    width: view.getUint16(6, true) & 0x3fff,
    height: view.getUint16(8, true) & 0x3fff,
  }),
  VP8L: (_bytes, view) => {
    const bits = view.getUint32(1, true)
    return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 }
  },
  ANMF: (bytes) => ({ width: uint24(bytes, 6) + 1, height: uint24(bytes, 9) + 1 }),
}
/** The longest of them. */
const measureBytes = 12
/** An animation of more frames is none of an offer's picture. */
const chunksMax = 1_000

function readWebp(bytes: Uint8Array, view: DataView): PictureSize | undefined {
  let size: PictureSize | undefined
  let at = 12
  for (let chunk = 0; chunk < chunksMax && at + 8 + measureBytes <= bytes.length; chunk += 1) {
    const name = String.fromCharCode(...bytes.subarray(at, at + 4))
    const data = bytes.subarray(at + 8)
    const read = Object.hasOwn(chunksOfWebp, name) ? chunksOfWebp[name] : undefined
    size = larger(size, read?.(data, new DataView(data.buffer, data.byteOffset, measureBytes)))
    const length = view.getUint32(at + 4, true)
    at += 8 + length + (length % 2)
  }
  return size
}

function uint24(bytes: Uint8Array, at: number): number {
  return (bytes[at] ?? 0) | ((bytes[at + 1] ?? 0) << 8) | ((bytes[at + 2] ?? 0) << 16)
}

function larger(one: PictureSize | undefined, other: PictureSize | undefined): PictureSize | undefined {
  if (one === undefined || other === undefined) return one ?? other
  return { width: Math.max(one.width, other.width), height: Math.max(one.height, other.height) }
}
