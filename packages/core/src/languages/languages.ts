import { readPreferences } from '../detect/preferences.ts'
import type { LanguageWords } from './words/words.ts'

interface LanguageRow {
  /** The name that its own readers know. */
  readonly name: string
  readonly direction: 'ltr' | 'rtl'
  /** Its file of words, read when somebody is first answered in it. */
  readonly words: () => Promise<LanguageWords>
}

/**
 * The languages of everybody outside: the wall, the pages of visitors and the mails. A language is a row here and its file
 * of words; types and a test find a missing word.
 */
export const languages = {
  en: { name: 'English', direction: 'ltr', words: () => import('./words/en.ts') },
  de: { name: 'Deutsch', direction: 'ltr', words: () => import('./words/de.ts') },
  es: { name: 'Español', direction: 'ltr', words: () => import('./words/es.ts') },
  fr: { name: 'Français', direction: 'ltr', words: () => import('./words/fr.ts') },
  pt: { name: 'Português', direction: 'ltr', words: () => import('./words/pt.ts') },
  it: { name: 'Italiano', direction: 'ltr', words: () => import('./words/it.ts') },
  pl: { name: 'Polski', direction: 'ltr', words: () => import('./words/pl.ts') },
  ru: { name: 'Русский', direction: 'ltr', words: () => import('./words/ru.ts') },
  tr: { name: 'Türkçe', direction: 'ltr', words: () => import('./words/tr.ts') },
  ar: { name: 'العربية', direction: 'rtl', words: () => import('./words/ar.ts') },
  hi: { name: 'हिन्दी', direction: 'ltr', words: () => import('./words/hi.ts') },
  id: { name: 'Bahasa Indonesia', direction: 'ltr', words: () => import('./words/id.ts') },
  vi: { name: 'Tiếng Việt', direction: 'ltr', words: () => import('./words/vi.ts') },
  ja: { name: '日本語', direction: 'ltr', words: () => import('./words/ja.ts') },
  ko: { name: '한국어', direction: 'ltr', words: () => import('./words/ko.ts') },
  zh: { name: '中文', direction: 'ltr', words: () => import('./words/zh.ts') },
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

/**
 * The locale for dates and numbers in a language: with the region that was asked for, or that the browser names for that
 * language. `en` alone says nothing of how somebody writes a date, and another language's region neither.
 */
export function chooseLocale(language: Language, acceptLanguage: string | undefined, asked = ''): string {
  for (const name of [asked, ...readPreferences(acceptLanguage).map((liked) => liked.name)]) {
    const [own, ...rest] = name.toLowerCase().split('-')
    // A script may stand before the region; what follows a single letter is something else.
    const region = /^(?:[a-z]{4}-)?([a-z]{2})(?:-|$)/.exec(rest.join('-'))?.[1]
    if (own === language && region !== undefined) return `${language}-${region.toUpperCase()}`
  }
  return language
}

function isLanguage(text: string): text is Language {
  return Object.hasOwn(languages, text)
}
