import type { Clock } from '../../ports/ports.ts'
import { BoundedLimiter, customerOf } from '../bounded-limiter.ts'

const hourMs = 3_600_000

/** Passwords, codes and links that are tried in a minute: from one address, and of one account from there. */
const perAddress = 60
const perAccountAndAddress = 10
/** Tries of one account in an hour, from all browsers together in which it has never signed in. */
const perAccountOfStrangers = 100
/** Sign-ups in an hour from one address: each stays, until an operator looks at it. */
const signUpsPerAddress = 60
/** Refused passwords of one account in an hour, after which its owner is told, once a day. */
const refusedUntold = 20

interface Try {
  readonly address: string
  /** Absent where the try names no account. */
  readonly account?: string | undefined
  /** The browser, where the account has signed in there before. */
  readonly knownBrowser?: string | undefined
  /** The link that is used: whoever holds it may have made it, and come from many addresses. */
  readonly linkId?: string | undefined
}

type Verdict = ReturnType<BoundedLimiter['admit']>

/**
 * How often somebody may try. Strangers can't lock an owner out: an account's tries are counted for each address alone, and
 * a browser that is known is not counted among the strangers, whose guesses stay bounded all together.
 */
export class TryLimits {
  readonly #addresses: BoundedLimiter
  readonly #pairs: BoundedLimiter
  readonly #strangers: BoundedLimiter
  readonly #signUps: BoundedLimiter
  readonly #refused: BoundedLimiter
  readonly #told: BoundedLimiter

  constructor(clock: Clock) {
    this.#addresses = new BoundedLimiter({ limit: perAddress, clock })
    this.#pairs = new BoundedLimiter({ limit: perAccountAndAddress, clock })
    this.#strangers = new BoundedLimiter({ limit: perAccountOfStrangers, clock, windowMs: hourMs })
    this.#signUps = new BoundedLimiter({ limit: signUpsPerAddress, clock, windowMs: hourMs })
    this.#refused = new BoundedLimiter({ limit: refusedUntold, clock, windowMs: hourMs })
    this.#told = new BoundedLimiter({ limit: 1, clock, windowMs: 24 * hourMs })
  }

  /** Counts one try; the verdict of the first limit that it is over, or of the last. */
  admit({ address, account, knownBrowser, linkId }: Try): Verdict {
    const customer = customerOf(address)
    const verdict = this.#addresses.admit(customer)
    if (!verdict.isAdmitted || account === undefined) return verdict
    const pair = this.#pairs.admit(`${linkId ?? knownBrowser ?? customer} ${account}`)
    return pair.isAdmitted && knownBrowser === undefined ? this.#strangers.admit(account) : pair
  }

  /** Counts one sign-up. */
  admitSignUp(address: string): Verdict {
    return this.#signUps.admit(customerOf(address))
  }

  /** Counts a password that was wrong. Whether the owner of the account should hear of it now. */
  noteRefused(account: string): boolean {
    return !this.#refused.admit(account).isAdmitted && this.#told.admit(account).isAdmitted
  }
}
