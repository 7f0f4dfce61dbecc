import { type Language, languages } from '@quoin/core/languages/languages.ts'
import { accentsFor, ownAccent } from '@quoin/core/wall/colours.ts'
import type { WallTheme } from '@quoin/core/wall/wall-settings.ts'
import { secondsOf } from '@quoin/core/time/seconds-of.ts'
import type { SchemeColours, WallFrame } from '@quoin/wall/model.ts'
import type { WallVisit } from '../../features/wall/enter-wall.ts'
import { shortHash } from '../../features/wall/offer-texts.ts'

interface Asked {
  readonly session: string | undefined
  readonly sig: string | undefined
  readonly theme: WallTheme | undefined
  readonly lang: string | undefined
}

interface FrameFacts {
  readonly visit: WallVisit
  readonly asked: Asked
  readonly language: Language
  readonly locale: string
  readonly device: WallFrame['device']
  readonly nowMs: number
  readonly started: number
}

/** The parts that every page of a visit shares. */
export function presentFrame(facts: FrameFacts): WallFrame {
  const { visit, asked, language, locale, device, nowMs, started } = facts
  const { app, userId, isSigned } = visit
  const { wall, currency } = app
  const accent = wall.accent ?? ownAccent
  return {
    language,
    locale,
    direction: languages[language].direction,
    appName: app.name,
    currency: { one: currency.name, many: currency.plural ?? currency.name, decimals: currency.decimals },
    userId,
    isSigned,
    balance: visit.balance,
    pending: visit.pending,
    query: visitQuery(visit, asked),
    device,
    theme: asked.theme ?? wall.theme,
    colours: { light: coloursOf('light', accent), dark: coloursOf('dark', accent) },
    logo: wall.logoUrl === null ? null : `/wall/logos/${app.id}-${shortHash(wall.logoUrl)}`,
    privacyUrl: wall.privacyUrl,
    origins: app.allowedOrigins,
    collect: isSigned ? wall.collect : 'off',
    nowSec: secondsOf(nowMs),
    started,
  }
}

/** The proof goes on from page to page in the address: a frame has no cookies of ours. */
function visitQuery(
  { key, userId, subId, isSigned }: WallVisit,
  { session, sig, theme, lang }: Asked,
): string {
  const proof = isSigned ? { session } : { apiKey: key.key, userId, sig }
  const given = Object.entries({ ...proof, subId, theme, lang })
  return new URLSearchParams(
    given.flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  ).toString()
}

function coloursOf(scheme: 'light' | 'dark', accent: string): SchemeColours {
  const { brand, on, ink, tint } = accentsFor(scheme, accent)
  return { brand, on, ink, tint }
}
