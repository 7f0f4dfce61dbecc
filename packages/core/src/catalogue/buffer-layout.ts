type View = Uint8Array<ArrayBuffer> | Uint32Array<ArrayBuffer> | Float64Array<ArrayBuffer>

/** Where the content of a typed array lies in the one buffer that all share. */
interface Segment {
  readonly segment: 'u8' | 'u32' | 'f64'
  readonly offset: number
  readonly length: number
}

/** Typed arrays begin at multiples of the widest element there is. */
const alignBytes = 8

const makers: Record<Segment['segment'], (buffer: ArrayBuffer, offset: number, length: number) => View> = {
  u8: (buffer, offset, length) => new Uint8Array(buffer, offset, length),
  u32: (buffer, offset, length) => new Uint32Array(buffer, offset, length),
  f64: (buffer, offset, length) => new Float64Array(buffer, offset, length),
}

/**
 * A structure of objects, maps and typed arrays, taken apart: the same structure with places instead of arrays,
 * small enough for a message, and the arrays in the order of their places, to be written one after the other.
 */
interface Laid {
  readonly layout: unknown
  readonly size: number
  readonly views: readonly { readonly view: View; readonly offset: number }[]
}

export function layOut(structure: unknown): Laid {
  const views: { view: View; offset: number }[] = []
  let size = 0
  const layout = rebuilt(structure, (value) => {
    if (!isView(value)) return undefined
    const offset = size
    size += Math.ceil(value.byteLength / alignBytes) * alignBytes
    views.push({ view: value, offset })
    const segment: Segment = { segment: kindOf(value), offset, length: value.length }
    return segment
  })
  return { layout, size, views }
}

/** The structure again, its arrays being views on a buffer in which they were written at their places. */
export function restore(layout: unknown, buffer: ArrayBuffer): unknown {
  return rebuilt(layout, (value) =>
    isSegment(value) ? makers[value.segment](buffer, value.offset, value.length) : undefined,
  )
}

/** Copies a structure; where `change` returns something, that stands in the place of the value. */
function rebuilt(value: unknown, change: (value: unknown) => unknown): unknown {
  const changed = change(value)
  if (changed !== undefined) return changed
  if (value instanceof Map) return new Map([...value].map(([key, inner]) => [key, rebuilt(inner, change)]))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, rebuilt(inner, change)]))
}

function isView(value: unknown): value is View {
  return value instanceof Uint8Array || value instanceof Uint32Array || value instanceof Float64Array
}

function kindOf(view: View): Segment['segment'] {
  if (view instanceof Uint8Array) return 'u8'
  return view instanceof Uint32Array ? 'u32' : 'f64'
}

function isSegment(value: unknown): value is Segment {
  return typeof value === 'object' && value !== null && 'segment' in value
}
