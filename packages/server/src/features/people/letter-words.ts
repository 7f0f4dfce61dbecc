import { type Language, languages } from '@quoin/core/languages/languages.ts'
import type { Letter, LetterWords } from '@quoin/core/languages/words/words.ts'

/** A letter in a language, its gaps filled in. */
export async function wordLetter(
  letter: keyof LetterWords,
  { language, site, link }: { readonly language: Language; readonly site: string; readonly link: string },
): Promise<Letter> {
  const { letters } = await languages[language].words()
  const { subject, text } = letters[letter]
  return { subject, text: text.replace('{site}', () => site).replace('{link}', () => link) }
}
