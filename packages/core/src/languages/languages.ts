import { readPreferences } from '../detect/preferences.ts'

interface LanguageRow {
  /** The name that its own readers know. */
  readonly name: string
  readonly direction: 'ltr' | 'rtl'
}

/**
 * The languages of everybody outside: the wall, the pages of visitors and the mails. A new row asks for words in each of
 * them; types and a test find the missing ones.
 */
export const languages = {
  en: { name: 'English', direction: 'ltr' },
  de: { name: 'Deutsch', direction: 'ltr' },
  es: { name: 'Español', direction: 'ltr' },
  fr: { name: 'Français', direction: 'ltr' },
  pt: { name: 'Português', direction: 'ltr' },
  it: { name: 'Italiano', direction: 'ltr' },
  pl: { name: 'Polski', direction: 'ltr' },
  ru: { name: 'Русский', direction: 'ltr' },
  tr: { name: 'Türkçe', direction: 'ltr' },
  ar: { name: 'العربية', direction: 'rtl' },
  hi: { name: 'हिन्दी', direction: 'ltr' },
  id: { name: 'Bahasa Indonesia', direction: 'ltr' },
  vi: { name: 'Tiếng Việt', direction: 'ltr' },
  ja: { name: '日本語', direction: 'ltr' },
  ko: { name: '한국어', direction: 'ltr' },
  zh: { name: '中文', direction: 'ltr' },
} as const satisfies Readonly<Record<string, LanguageRow>>

export type Language = keyof typeof languages

/** The language that is asked for, else the one that the browser likes best among those we have; else English. */
export function chooseLanguage(acceptLanguage: string | undefined, asked = ''): Language {
  for (const name of [asked, ...readPreferences(acceptLanguage).map((liked) => liked.name)]) {
    const [language = ''] = name.toLowerCase().split('-')
    if (isLanguage(language)) return language
  }
  return 'en'
}

function isLanguage(text: string): text is Language {
  return Object.hasOwn(languages, text)
}
