import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import { PasswordQueue } from './password-queue.ts'

export interface PasswordCost {
  readonly N: number
  readonly r: number
  readonly p: number
}

/** One of OWASP's choices for scrypt: 32 MiB for a moment. */
export const standardCost: PasswordCost = { N: 32_768, r: 8, p: 3 }
const keyBytes = 32
const saltBytes = 16
const memoryMaxBytes = 64 * 1024 * 1024

/** They are computed two by two: they take the threads that files and look-ups need, too. */
const queue = new PasswordQueue({ atOnceMax: 2, waitingMax: 100, waitMaxMs: 3_000 })

/** `scrypt$N$r$p$salt$key`, the last two in base64url. */
export async function hashPassword(password: string, cost: PasswordCost): Promise<string> {
  const salt = randomBytes(saltBytes)
  const key = await derive(password, salt, cost)
  const { N, r, p } = cost
  return ['scrypt', N, r, p, salt.toString('base64url'), key.toString('base64url')].join('$')
}

/**
 * Whether a password is the one that was hashed, in constant time. A text that is no hash of ours matches no password.
 */
export async function checkPassword(hash: string, password: string): Promise<boolean> {
  const [scheme, N, r, p, salt, key] = hash.split('$')
  if (scheme !== 'scrypt' || salt === undefined || key === undefined) return false
  const expected = Buffer.from(key, 'base64url')
  const found = await derive(password, Buffer.from(salt, 'base64url'), {
    N: Number(N),
    r: Number(r),
    p: Number(p),
  })
  return expected.length === found.length && timingSafeEqual(expected, found)
}

async function derive(password: string, salt: Buffer, costs: PasswordCost): Promise<Buffer> {
  return await queue.run(async () => {
    return await new Promise<Buffer>((resolve, reject) => {
      const options = { ...costs, maxmem: memoryMaxBytes }
      // The same text, however a keyboard composes its letters.
      scrypt(password.normalize('NFKC'), salt, keyBytes, options, (error, key) =>
        error ? reject(error) : resolve(key),
      )
    })
  })
}
