/** Many byte strings in one buffer: no object per string, and it moves between threads without a copy. */
export interface Slab {
  readonly bytes: Uint8Array<ArrayBuffer>
  /** Entry n lies between offsets n and n + 1. */
  readonly offsets: Float64Array<ArrayBuffer>
}

const encoder = new TextEncoder()
const decoder = new TextDecoder()

export class SlabWriter {
  #bytes = new Uint8Array(1 << 16)
  #used = 0
  readonly #offsets: number[] = [0]

  add(text: string): void {
    this.#reserve(text.length * 3)
    this.#used += encoder.encodeInto(text, this.#bytes.subarray(this.#used)).written
    this.#offsets.push(this.#used)
  }

  finish(): Slab {
    return { bytes: this.#bytes.slice(0, this.#used), offsets: Float64Array.from(this.#offsets) }
  }

  #reserve(size: number): void {
    if (this.#used + size <= this.#bytes.length) return
    const grown = new Uint8Array(Math.max(Math.ceil(this.#bytes.length * 1.5), this.#used + size))
    grown.set(this.#bytes.subarray(0, this.#used))
    this.#bytes = grown
  }
}

export function slabBytes(slab: Slab, index: number): Uint8Array<ArrayBuffer> {
  return slab.bytes.subarray(slab.offsets[index] ?? 0, slab.offsets[index + 1] ?? 0)
}

export function slabText(slab: Slab, index: number): string {
  return decoder.decode(slabBytes(slab, index))
}
