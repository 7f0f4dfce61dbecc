import { markedName, readMarkedName } from './delimiters.ts'
import { findMacro } from './vocabulary.ts'

const valueLengthMax = 256

/** `#{x}` is a network's mark; in a URL it would be a fragment with a macro, so that only values know it. */
const wholeValue = new RegExp(`^#?(?:${markedName})$`, 'i')
const nameOfMacro = /^[\p{L}_][^*]*$/u
/** One of these is in every mark. */
const anyMark = /[{}[\]#%$<>]/
/** Format characters such as a zero-width space hide no macro. */
const unseenEnds = /^[\s\p{Cf}]+|[\s\p{Cf}]+$/gu
const guid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i

/** Words that networks make their macros of, beyond our own vocabulary: `#leadid#`, `[CommissionAmount]`. */
const words: ReadonlySet<string> = new Set(
  `id aff affid afp amount camp campid cid click clickid commission conversion currency data event goal income
  lead leadid money offer offid oid order partner payment player points price profit rate replace reqid reward
  sale sid stage state status sub subacc subaccount subid sum tracker transid transaction tx txid type uid
  user`.split(/\s+/),
)

/**
 * The macro that a network forgot to fill in, as it was sent, or undefined for an ordinary value. The whole
 * value must be one macro, or a list of them (`##CPA_AMOUNT##,##RS_AMOUNT##`): `[VIP] bob` is a name.
 */
export function literalMacroIn(value: string): string | undefined {
  if (value.length > valueLengthMax || !anyMark.test(value)) return undefined
  const items = value.split(',').map((item) => item.replace(unseenEnds, ''))
  return items.every(isLiteralMacro) ? items[0] : undefined
}

function isLiteralMacro(item: string): boolean {
  const match = wholeValue.exec(item) ?? wholeValue.exec(decoded(item))
  if (match === null) return false
  const { written, anyNameIn } = readMarkedName(match)
  if (!nameOfMacro.test(written) || guid.test(written)) return false
  return anyNameIn !== 'neither' || isMacroWord(written)
}

/** `#x#` and the like are also how people decorate: only a name that reads like a macro counts. */
function isMacroWord(written: string): boolean {
  if (findMacro(written) !== undefined) return true
  const parts = written.replace(/([a-z])([A-Z])/g, '$1 $2').split(/[\s_.:()-]+/)
  return parts.some((part) => words.has(part.toLowerCase().replace(/\d+$/, '')))
}

/** Some senders encode a template twice, so that `%7Bpayout%7D` arrives as text. */
function decoded(item: string): string {
  try {
    return decodeURIComponent(item)
  } catch {
    return item
  }
}
