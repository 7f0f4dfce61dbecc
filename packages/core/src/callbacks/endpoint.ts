import type { EndpointEventType } from './facts.ts'
import { dayMs } from '../time/durations.ts'

export const callbackMethods = ['GET', 'POST form', 'POST JSON'] as const
export type CallbackMethod = (typeof callbackMethods)[number]

/**
 * How a reversal names what it takes back: by the same id, by the id with a prefix, or by an id of its own
 * with the first one as its reference. Receivers that know ids only once swallow a reversal by the same id.
 */
export const reversalStyles = ['same_id', 'prefixed_id', 'new_id_with_reference'] as const
export type ReversalStyle = (typeof reversalStyles)[number]

/**
 * How a classic callback writes the ids that receivers credit by. `hex`: 32 characters, since many receivers keep no
 * more, find a longer one never again, and pay for it twice. `uuid`: 36, with hyphens, as in native callbacks.
 */
export const transactionIdForms = ['hex', 'uuid'] as const
export type TransactionIdForm = (typeof transactionIdForms)[number]

/** Whether the amounts of a reversal are negative. */
export const amountStyles = ['signed', 'absolute'] as const
export type AmountStyle = (typeof amountStyles)[number]

export const hashNames = ['md5', 'sha1', 'sha256', 'hmac_sha1', 'hmac_sha256'] as const
export type HashName = (typeof hashNames)[number]

/** How a digest is written: lower-case hexadecimal, base64, or base64 for URLs without `=` at its end (RFC 4648). */
export const digestEncodings = ['hex', 'base64', 'base64url'] as const
export type DigestEncoding = (typeof digestEncodings)[number]

/** Macros of a signature's text that stand for what is sent as a whole, and for the secret. */
export const signedParts = ['secret', 'url', 'body', 'sorted_query'] as const
export type SignedPart = (typeof signedParts)[number]

/** How a classic callback is signed. */
export interface SignatureScheme {
  readonly hash: HashName
  /**
   * The text that is hashed: the whole address as it is sent but for the signature; the whole body; the query's
   * parameters in the order of their names, encoded as a form (and behind it the secret, where the hash has no
   * key); or a text with macros such as `{user_id}{transaction_id}{reward}{secret}` or `{secret}{sorted_query}`,
   * filled with the very texts that are sent.
   */
  readonly over: 'url' | 'body' | 'sorted_query' | { readonly text: string }
  /** Where the digest goes: a parameter, added last, or a header. */
  readonly into: { readonly parameter: string } | { readonly header: string }
  /** Left out: `hex`. */
  readonly encoding?: DigestEncoding
}

/**
 * When an answer means that the receiver has it. Patterns are alternatives separated by `|`; a `*` at either
 * end stands for anything, alone for every body, and `(empty)` for none; case and the space around a body and
 * around its tags do not matter: `OK*|DUP*|1`, `*"success":true*`, `*>OK<*`.
 */
export interface SuccessRule {
  /** A pattern for the body of a 2xx answer; null: anything. A body that does not match has the callback sent again. */
  readonly okBody: string | null
  /** A pattern for the body of a 2xx answer that refuses: flagged for a person instead of sent again. */
  readonly failureBody: string | null
}

/** Receivers say `200 ERROR: …` or `200 0` when they refuse, and mean it. */
export const standardSuccessRule: SuccessRule = { okBody: null, failureBody: 'ERROR*|0' }

/** Sealed by the keyring under `callbackSecretPurpose`. While the previous one counts, both sign. */
export interface EndpointSecrets {
  readonly currentSealed: Uint8Array | null
  readonly previousSealed: Uint8Array | null
  readonly previousUntilMs: number | null
}

export const callbackSecretPurpose = 'callback secret'
/** How long a rotated secret still signs beside its successor. */
export const secretOverlapMs = dayMs

/** Where and how an app is told of its conversions: all that forms a request. */
export interface CallbackEndpoint {
  readonly id: number
  readonly appId: number
  /** `native` (Standard Webhooks), `template` (the app's own), or the name of a dialect. */
  readonly format: 'native' | 'template' | (string & {})
  /** Macros in it are filled; the host never has one. Native: no macros. */
  readonly url: string
  readonly method: CallbackMethod
  /**
   * Names and values with macros, written like a query: `user={user_id}&amount={reward}`. They follow the
   * URL's own query, or are the body of a POST. Null: those of the dialect; none for an own template.
   */
  readonly parameters: string | null
  /** Null: the dialect's scheme; none for an own template. Native signs in its own way. */
  readonly signature: SignatureScheme | 'none' | null
  readonly events: readonly EndpointEventType[]
  readonly success: SuccessRule
  readonly reversalStyle: ReversalStyle
  readonly amounts: AmountStyle
  readonly transactionIds: TransactionIdForm
  readonly secrets: EndpointSecrets
}

/** For an own template that has no scheme of its own: nobody can change anything of what was sent. */
export const standardSignature: Readonly<Record<CallbackMethod, SignatureScheme>> = {
  GET: { hash: 'hmac_sha256', over: 'url', into: { parameter: 'signature' } },
  'POST form': { hash: 'hmac_sha256', over: 'body', into: { header: 'x-signature' } },
  'POST JSON': { hash: 'hmac_sha256', over: 'body', into: { header: 'x-signature' } },
}
