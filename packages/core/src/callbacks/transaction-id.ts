import { readId } from '../tracking/click-id.ts'
import type { ReversalStyle, TransactionIdForm } from './endpoint.ts'

/** The mark that several walls put before the id of a reversal. */
const reversalPrefix = 'r-'
/** Where an id without hyphens says its version, which is 7 in all of ours. */
const versionDigit = 12
const creditsMax = 16

interface Credit {
  readonly conversionId: string
  /** How often it was taken back before. */
  readonly timesReversed: number
}

/**
 * The id to credit by. A reward given again after it was taken back is another credit: a receiver that knows the
 * first id would swallow it. Without hyphens the version digit counts, so that no id is longer than 32 characters.
 */
export function creditIdOf({ conversionId, timesReversed }: Credit, form: TransactionIdForm): string {
  const id = writeTransactionId(conversionId, form)
  if (timesReversed === 0) return id
  if (form === 'uuid' || timesReversed >= creditsMax) return `${id}-${timesReversed + 1}`
  const digit = ((7 + timesReversed) % creditsMax).toString(16)
  return id.slice(0, versionDigit) + digit + id.slice(versionDigit + 1)
}

interface Reversal {
  readonly callbackId: string
  readonly creditId: string
}

/** The id under which a credit is taken back. */
export const reversalIdOf: Readonly<
  Record<ReversalStyle, (reversal: Reversal, form: TransactionIdForm) => string>
> = {
  same_id: ({ creditId }) => creditId,
  prefixed_id: ({ creditId }) => reversalPrefix + creditId,
  new_id_with_reference: ({ callbackId }, form) => writeTransactionId(callbackId, form),
}

/** One of our ids as receivers are told of it. */
function writeTransactionId(id: string, form: TransactionIdForm): string {
  return form === 'hex' ? id.replaceAll('-', '') : id
}

const uuidForm = /^(?:r-)?([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})(?:-\d{1,9})?$/i
const hexForm = /^(?:r-)?([\da-f]{8})([\da-f]{4})[\da-f]([\da-f]{3})([\da-f]{4})([\da-f]{12})(?:-\d{1,9})?$/i

/** The conversion that a receiver credited by an id, however often it was given; undefined for no id of ours. */
export function conversionIdOf(transactionId: string): string | undefined {
  const text = transactionId.trim()
  const [, uuid] = uuidForm.exec(text) ?? []
  if (uuid !== undefined) return readId(uuid)
  const [, first, second, third, ...rest] = hexForm.exec(text) ?? []
  return readId([first, second, `7${third}`, ...rest].join('-'))
}

/** How many characters a receiver must keep of the ids of an endpoint. */
export function transactionIdLengths(
  form: TransactionIdForm,
  style: ReversalStyle,
): { readonly credit: number; readonly reversal: number } {
  const credit = form === 'hex' ? 32 : 36
  return { credit, reversal: style === 'prefixed_id' ? credit + reversalPrefix.length : credit }
}
