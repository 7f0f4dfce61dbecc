/** Room that answers are written into. */
interface Slab {
  readonly bytes: Buffer
  used: number
  /** The number of answers in it that have not come back. */
  out: number
}

const slabBytes = 256 * 1024
/** As many as a busy moment has on their way out beside the one that is written into. */
const sparesMax = 8

/**
 * Room for answers, used again when all that was written into a slab has left: new memory has to be made ready by the
 * system, page by page, and comes cold to the processor, which costs more than writing a list of offers into it. A slab
 * that is never given back is only lost to reuse: the collector takes it when nobody holds it any more.
 */
export class AnswerSlabs {
  readonly #slabOf = new WeakMap<ArrayBufferLike, Slab>()
  readonly #spares: Slab[] = []
  #current = this.#make()

  take(size: number): Buffer {
    if (size > slabBytes) return Buffer.allocUnsafeSlow(size)
    if (this.#current.used + size > slabBytes) this.#current = this.#spares.pop() ?? this.#make()
    const slab = this.#current
    slab.out += 1
    slab.used += size
    return slab.bytes.subarray(slab.used - size, slab.used)
  }

  /** Once for what was taken, when nobody reads it any more. */
  giveBack({ buffer }: Buffer): void {
    const slab = this.#slabOf.get(buffer)
    if (slab === undefined) return
    slab.out -= 1
    if (slab.out > 0) return
    slab.used = 0
    if (slab !== this.#current && this.#spares.length < sparesMax) this.#spares.push(slab)
  }

  #make(): Slab {
    const slab = { bytes: Buffer.allocUnsafeSlow(slabBytes), used: 0, out: 0 }
    this.#slabOf.set(slab.bytes.buffer, slab)
    return slab
  }
}

export const answerSlabs = new AnswerSlabs()
