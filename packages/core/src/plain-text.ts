/**
 * A text for a terminal: ids of users and names of offers are anybody's, and no line break and no escape sequence of theirs
 * reaches it.
 */
export function plainText(value: string | number): string {
  return String(value).replaceAll(/[\p{C}\p{Zl}\p{Zp}]/gu, '\u{fffd}')
}
