/**
 * White space, and characters that nobody sees: controls, format characters such as zero-width spaces and byte order
 * marks, fillers and variation selectors.
 */
const unseen = '[\\p{White_Space}\\p{Cc}\\p{Cf}\\p{Default_Ignorable_Code_Point}\\u2800]'
const unseenAnywhere = new RegExp(unseen, 'u')
/** Nearly every id is of these alone: the look at each character is left out. */
const plain = /^[!-~]+$/

interface TransactionId {
  /** Without what nobody sees at its ends, in its own case; null for none. */
  readonly id: string | null
  /** It has something inside that nobody sees: two ids that look the same would be two transactions. */
  readonly isBroken: boolean
}

/**
 * Reads the id of a transaction, wherever it comes in. Blank is none. A letter and its accent
 * are the letter with the accent, as Unicode has it (NFC): the same text in two encodings is no second transaction.
 */
export function readTransactionId(text: string): TransactionId {
  if (plain.test(text)) return { id: text, isBroken: false }
  const id = trimUnseen(text).normalize('NFC')
  return { id: id === '' ? null : id, isBroken: unseenAnywhere.test(id) }
}

/** By hand: a pattern for the end would look at it again from each place before. */
function trimUnseen(text: string): string {
  const characters = [...text]
  let [from, to] = [0, characters.length]
  const isUnseen = (at: number): boolean => unseenAnywhere.test(characters[at] ?? '')
  while (from < to && isUnseen(from)) from += 1
  while (to > from && isUnseen(to - 1)) to -= 1
  return characters.slice(from, to).join('')
}
