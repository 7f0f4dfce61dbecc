/** Many byte strings in one buffer: no object per string, and it moves between threads without a copy. */
export interface Slab {
  readonly bytes: Uint8Array<ArrayBuffer>
  /** Entry n lies between offsets n and n + 1. */
  readonly offsets: Float64Array<ArrayBuffer>
}

const encoder = new TextEncoder()
const decoder = new TextDecoder()

/**
 * Written in chunks. A large one takes memory for its touched pages alone, and goes back to the system at once when
 * it is no longer needed; many smaller ones would stay with the allocator.
 */
export const largeChunkBytes = 64 * 1024 * 1024
export const smallChunkBytes = 256 * 1024

export class SlabWriter {
  readonly #chunkBytes: number
  readonly #full: Uint8Array<ArrayBuffer>[] = []
  #chunk: Uint8Array<ArrayBuffer>
  #used = 0
  #total = 0
  readonly #offsets: number[] = [0]

  constructor(chunkBytes: number) {
    this.#chunkBytes = chunkBytes
    this.#chunk = new Uint8Array(chunkBytes)
  }

  add(text: string): void {
    // UTF-8 takes at most three bytes for a UTF-16 unit.
    this.#reserve(text.length * 3)
    const { written } = encoder.encodeInto(text, this.#chunk.subarray(this.#used))
    this.#used += written
    this.#total += written
    this.#offsets.push(this.#total)
  }

  finish(): Slab {
    const last = this.#chunk.subarray(0, this.#used)
    const bytes = this.#full.length === 0 ? last : joined([...this.#full, last], this.#total)
    return { bytes, offsets: Float64Array.from(this.#offsets) }
  }

  #reserve(size: number): void {
    if (this.#used + size <= this.#chunk.length) return
    this.#full.push(this.#chunk.subarray(0, this.#used))
    this.#chunk = new Uint8Array(Math.max(this.#chunkBytes, size))
    this.#used = 0
  }
}

function joined(parts: readonly Uint8Array[], size: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(size)
  let at = 0
  for (const part of parts) {
    bytes.set(part, at)
    at += part.length
  }
  return bytes
}

export function slabBytes(slab: Slab, index: number): Uint8Array<ArrayBuffer> {
  return slab.bytes.subarray(slab.offsets[index] ?? 0, slab.offsets[index + 1] ?? 0)
}

export function slabText(slab: Slab, index: number): string {
  return decoder.decode(slabBytes(slab, index))
}
