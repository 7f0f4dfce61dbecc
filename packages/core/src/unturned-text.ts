/** A name of others for the middle of a sentence: marks that would turn the words behind it are shown, not obeyed. */
export function unturnedText(text: string): string {
  return text.replaceAll(/[\u202a-\u202e\u2066-\u2069]/g, '\ufffd')
}
