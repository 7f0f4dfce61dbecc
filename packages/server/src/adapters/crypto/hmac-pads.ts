import { hash } from 'node:crypto'

const blockBytes = 64
const digestBytes = 32
const innerPad = 0x36
const outerPad = 0x5c
/** Three bytes a character at most; what is longer gets a buffer of its own. */
const textLengthMax = 1_024

const scratch = Buffer.alloc(blockBytes + 3 * textLengthMax)

/**
 * HMAC-SHA256 with one key, as RFC 2104 has it: two hashes in one call each take half the time of node:crypto's Hmac,
 * which makes an object for every text.
 */
export class HmacPads {
  readonly #inner: Buffer
  readonly #outer: Buffer

  /** The key is no longer than a block. */
  constructor(key: Uint8Array) {
    const block = Buffer.alloc(blockBytes)
    block.set(key)
    this.#inner = Buffer.from(block.map((byte) => byte ^ innerPad))
    this.#outer = Buffer.concat([block.map((byte) => byte ^ outerPad), Buffer.alloc(digestBytes)])
  }

  digestHex(text: string): string {
    const message =
      text.length <= textLengthMax ? scratch : Buffer.allocUnsafe(blockBytes + Buffer.byteLength(text))
    message.set(this.#inner)
    const length = blockBytes + message.write(text, blockBytes)
    this.#outer.write(hash('sha256', message.subarray(0, length), 'binary'), blockBytes, 'binary')
    return hash('sha256', this.#outer, 'hex')
  }
}
