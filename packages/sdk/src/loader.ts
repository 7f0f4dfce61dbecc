import { offers, submitFingerprint } from './browser/calls.ts'
import { sendImpressions } from './browser/impressions.ts'
import { openWall } from './browser/open-wall.ts'
import { mountWall, type Wall, type WallOptions } from './browser/wall-frame.ts'

// /sdk.js: one global, and walls for `<div data-quoin-wall data-session="…">` without a line of script.

const script = document.currentScript as HTMLScriptElement | null
const baseUrl = script ? new URL('.', script.src).href.replace(/\/$/, '') : location.origin

type Options = Omit<WallOptions, 'baseUrl'> & { readonly baseUrl?: string | undefined }

const withBase = (options: Options): WallOptions => ({ ...options, baseUrl: options.baseUrl ?? baseUrl })

const api = {
  mountWall: (place: string | Element, options: Options = {}) => mountWall(place, withBase(options)),
  openWall: (options: Options & { readonly onOpen?: (wall: Wall) => void } = {}) =>
    openWall({ ...options, ...withBase(options) }),
  offers,
  sendImpressions,
  submitFingerprint,
}
;(globalThis as unknown as { Quoin: typeof api }).Quoin = api

const names = ['session', 'apiKey', 'userId', 'sig', 'subId', 'theme', 'lang', 'collect'] as const

function mountAll(): void {
  for (const place of document.querySelectorAll<HTMLElement>('[data-quoin-wall]')) {
    const given = names.flatMap((name) =>
      place.dataset[name] === undefined ? [] : [[name, place.dataset[name]]],
    )
    const minHeight = place.dataset['minHeight']
    api.mountWall(place, {
      ...Object.fromEntries(given),
      ...(minHeight ? { minHeight: Number(minHeight) } : {}),
    })
  }
}

if (document.readyState === 'loading') addEventListener('DOMContentLoaded', mountAll)
else mountAll()
