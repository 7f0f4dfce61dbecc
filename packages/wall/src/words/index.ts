import type { Language } from '@quoin/core/languages/languages.ts'
import { ar } from './ar.ts'
import { de } from './de.ts'
import { en } from './en.ts'
import { es } from './es.ts'
import { fr } from './fr.ts'
import { hi } from './hi.ts'
import { id } from './id.ts'
import { it } from './it.ts'
import { ja } from './ja.ts'
import { ko } from './ko.ts'
import { pl } from './pl.ts'
import { pt } from './pt.ts'
import { ru } from './ru.ts'
import { tr } from './tr.ts'
import { vi } from './vi.ts'
import type { Words } from './words.ts'
import { zh } from './zh.ts'

/** The texts of each language. Only the server has them all; a page gets its own. */
export const wordsByLanguage: Readonly<Record<Language, Words>> = {
  en,
  de,
  es,
  fr,
  pt,
  it,
  pl,
  ru,
  tr,
  ar,
  hi,
  id,
  vi,
  ja,
  ko,
  zh,
}
