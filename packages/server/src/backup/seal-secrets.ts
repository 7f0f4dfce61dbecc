import { createCipheriv, createDecipheriv, randomBytes, scryptSync } from 'node:crypto'
import type { FileSum } from './summed-file.ts'
import { TrialError } from './trial-error.ts'

/** The secrets that a restored installation needs. */
export interface BackupSecrets {
  /** The master secret (QUOIN_SECRET, or the file of the data directory). */
  readonly master: string
  /** The password that the embedded database was made with; null where it is another one. */
  readonly database: string | null
  /** The sums of all other files: who cannot open the seal cannot make another backup pass for this one. */
  readonly files: Readonly<Record<string, FileSum>>
}

/** Guessing costs 128 MB and a tenth of a second each time. */
const cost = { N: 2 ** 17, r: 8, p: 1, maxmem: 256 * 1024 * 1024 }
const lengths = { salt: 16, iv: 12, tag: 16, key: 32 }
const algorithm = 'aes-256-gcm'

/** Salt, nonce, tag and text, one behind the other. */
export function sealSecrets(secrets: BackupSecrets, passphrase: string): Buffer {
  const [salt, iv] = [randomBytes(lengths.salt), randomBytes(lengths.iv)]
  const cipher = createCipheriv(algorithm, scryptSync(passphrase, salt, lengths.key, cost), iv)
  const text = Buffer.concat([cipher.update(JSON.stringify(secrets)), cipher.final()])
  return Buffer.concat([salt, iv, cipher.getAuthTag(), text])
}

/** Throws where the passphrase is another one, or the bytes are damaged. */
export function openSecrets(sealed: Buffer, passphrase: string): BackupSecrets {
  const parts: Buffer[] = []
  let place = 0
  for (const length of [lengths.salt, lengths.iv, lengths.tag]) {
    parts.push(sealed.subarray(place, place + length))
    place += length
  }
  const [salt = Buffer.alloc(0), iv = Buffer.alloc(0), tag = Buffer.alloc(0)] = parts
  try {
    const decipher = createDecipheriv(algorithm, scryptSync(passphrase, salt, lengths.key, cost), iv)
    decipher.setAuthTag(tag)
    const text = Buffer.concat([decipher.update(sealed.subarray(place)), decipher.final()])
    return JSON.parse(text.toString()) as BackupSecrets // as it was sealed: its tag fits
  } catch (cause) {
    throw new TrialError('BACKUP_PASSPHRASE does not open the secrets of this backup: it was another one', {
      cause,
    })
  }
}
