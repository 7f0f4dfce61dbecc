import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createPrivateKey,
  createPublicKey,
  createSecretKey,
  hkdfSync,
  type KeyObject,
  randomBytes,
  sign as signWith,
  timingSafeEqual,
} from 'node:crypto'
import { HmacPads } from './hmac-pads.ts'
import type { Keyring } from '../../ports/ports.ts'

const nonceBytes = 12
const tagBytes = 16
const keyBytes = 32

interface Secrets {
  readonly current: string
  /** The secret before a rotation: what it signed and sealed is still accepted. */
  readonly previous: string | null
}

/** One key per purpose, derived from QUOIN_SECRET by HKDF-SHA256; the master secret itself is used for nothing. */
export function openKeyring({ current, previous }: Secrets): Keyring {
  const currentKeys = new DerivedKeys(current)
  const accepted = previous === null ? [currentKeys] : [currentKeys, new DerivedKeys(previous)]
  return {
    digest: (purpose, text) => mac(currentKeys.macKeyOf(purpose), text),
    digestHex: (purpose, text) => currentKeys.padsOf(purpose).digestHex(text),
    openHmac(key) {
      const pads = new HmacPads(Buffer.from(key))
      return (text) => pads.digestHex(text)
    },
    acceptedDigests: (purpose, text) => accepted.map((keys) => mac(keys.macKeyOf(purpose), text)),
    sign: (purpose, text) => mac(currentKeys.macKeyOf(purpose), text).toString('base64url'),
    verify(purpose, text, signature) {
      // As text: base64 reads many texts as the same bytes, and a changed signature is not ours.
      const given = Buffer.from(signature)
      return accepted.some((keys) => {
        const expected = Buffer.from(mac(keys.macKeyOf(purpose), text).toString('base64url'))
        return given.length === expected.length && timingSafeEqual(given, expected)
      })
    },
    seal: (purpose, plain) => seal(currentKeys.of(purpose), plain),
    open(purpose, sealed) {
      for (const keys of accepted) {
        const plain = open(keys.of(purpose), sealed)
        if (plain !== undefined) return plain
      }
      return undefined
    },
    signOpenly: (purpose, text) =>
      accepted.map((keys) => signWith(null, Buffer.from(text), keys.pairOf(purpose).privateKey)),
    publicKeys: (purpose) => accepted.map((keys) => keys.pairOf(purpose).rawPublicKey),
  }
}

/** RFC 8410: what stands before the 32 bytes of a private key in PKCS #8, of a public one in SPKI. */
const ed25519PrivatePrefix = Buffer.from('302e020100300506032b657004220420', 'hex')
const ed25519PublicPrefixBytes = 12

interface SigningPair {
  readonly privateKey: KeyObject
  readonly rawPublicKey: Buffer
}

function ed25519Pair(seed: Buffer): SigningPair {
  const der = Buffer.concat([ed25519PrivatePrefix, seed])
  const privateKey = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' })
  const spki = createPublicKey(privateKey).export({ format: 'der', type: 'spki' })
  return { privateKey, rawPublicKey: spki.subarray(ed25519PublicPrefixBytes) }
}

/** Purposes are few and ours, but for those that name an app: bounded all the same. */
const keysMax = 10_000

class DerivedKeys {
  readonly #master: string
  readonly #keys = new Map<string, Buffer>()
  readonly #macKeys = new Map<string, KeyObject>()
  readonly #pads = new Map<string, HmacPads>()
  readonly #pairs = new Map<string, SigningPair>()

  constructor(master: string) {
    this.#master = master
  }

  of(purpose: string): Buffer {
    const known = this.#keys.get(purpose)
    if (known) return known
    const key = Buffer.from(hkdfSync('sha256', this.#master, 'quoin', purpose, keyBytes))
    if (this.#keys.size >= keysMax) this.#keys.clear()
    this.#keys.set(purpose, key)
    return key
  }

  /** As an object: bytes would be made one again for every text, which takes longer than the text. */
  macKeyOf(purpose: string): KeyObject {
    const known = this.#macKeys.get(purpose)
    if (known) return known
    const key = createSecretKey(this.of(purpose))
    if (this.#macKeys.size >= keysMax) this.#macKeys.clear()
    this.#macKeys.set(purpose, key)
    return key
  }

  padsOf(purpose: string): HmacPads {
    const known = this.#pads.get(purpose)
    if (known) return known
    const pads = new HmacPads(this.of(purpose))
    if (this.#pads.size >= keysMax) this.#pads.clear()
    this.#pads.set(purpose, pads)
    return pads
  }

  /** Purposes of signing in public are a handful, none of them made of outside data. */
  pairOf(purpose: string): SigningPair {
    const known = this.#pairs.get(purpose)
    if (known) return known
    const pair = ed25519Pair(this.of(`ed25519 ${purpose}`))
    this.#pairs.set(purpose, pair)
    return pair
  }
}

function mac(key: KeyObject, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest()
}

function seal(key: Buffer, plain: string): Buffer {
  const nonce = randomBytes(nonceBytes)
  const cipher = createCipheriv('aes-256-gcm', key, nonce)
  const body = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), body])
}

function open(key: Buffer, sealed: Uint8Array): string | undefined {
  // Cut off, it would have a shorter tag, which is easier to guess.
  if (sealed.length < nonceBytes + tagBytes) return undefined
  const nonce = sealed.subarray(0, nonceBytes)
  const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: tagBytes })
  decipher.setAuthTag(sealed.subarray(nonceBytes, nonceBytes + tagBytes))
  try {
    const body = decipher.update(sealed.subarray(nonceBytes + tagBytes))
    return Buffer.concat([body, decipher.final()]).toString('utf8')
  } catch {
    return undefined // Sealed with another secret: the caller tries the next one.
  }
}
