/** The languages of the wall, each by the name that its own readers know. */
export const wallLanguages = {
  en: 'English',
  de: 'Deutsch',
  es: 'Español',
  fr: 'Français',
  pt: 'Português',
  it: 'Italiano',
  pl: 'Polski',
  ru: 'Русский',
  tr: 'Türkçe',
  ar: 'العربية',
  hi: 'हिन्दी',
  id: 'Bahasa Indonesia',
  vi: 'Tiếng Việt',
  ja: '日本語',
  ko: '한국어',
  zh: '中文',
} as const
export type WallLanguage = keyof typeof wallLanguages

export const rightToLeft: ReadonlySet<WallLanguage> = new Set<WallLanguage>(['ar'])

export function isWallLanguage(text: string): text is WallLanguage {
  return Object.hasOwn(wallLanguages, text)
}
