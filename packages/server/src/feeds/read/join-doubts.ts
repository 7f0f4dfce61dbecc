/** A record with more of them is wrong as a whole; nobody reads on. */
const doubtsMax = 20

/** The doubts about an offer, each once. */
export function joinDoubts(...lists: readonly (readonly string[])[]): readonly string[] {
  return [...new Set(lists.flat())].slice(0, doubtsMax)
}
