/** `new_users` as words at the beginning of a sentence. */
export function signalWords(name: string): string {
  const text = name.replaceAll('_', ' ')
  return text.charAt(0).toUpperCase() + text.slice(1)
}
