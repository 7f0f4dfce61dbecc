import type { Platform } from '../offers/offer.ts'
import { isApartFromPhones, userAgentLengthMax } from './device-type.ts'

interface ClientHeaders {
  readonly userAgent: string | undefined
  /** Sec-CH-UA-Platform as sent, with its quotes. */
  readonly clientHintPlatform: string | undefined
  /** Sec-CH-UA-Mobile as sent: `?1` or `?0`. */
  readonly clientHintMobile: string | undefined
}

/** `Linux` is left out: phones that ask for a desktop site say so too, and the User-Agent may know better. */
const hinted: ReadonlyMap<string, Platform> = new Map([
  ['android', 'android'],
  ['ios', 'ios'],
  ['windows', 'desktop'],
  ['macos', 'desktop'],
  ['chrome os', 'desktop'],
  ['chromium os', 'desktop'],
])

interface Rule {
  readonly platform: Platform
  readonly says: RegExp
}

const rules: readonly Rule[] = [
  // They call themselves Android or iPhone to get modern pages.
  { platform: 'desktop', says: /Windows Phone|IEMobile|KAIOS|Sailfish|Tizen/i },
  { platform: 'ios', says: /iPhone|iPad|iPod|\biOS\b|CriOS|FxiOS|EdgiOS|OPiOS|FBIOS/ },
  // Native apps; on Intel Macs they name the processor, on others nothing tells them from an iPhone.
  { platform: 'ios', says: /CFNetwork\/[\d.]+ Darwin\/(?!.*(?:x86_64|i386|Mac))/ },
  // Adr: UC Browser. Silk and, under X11, Samsung's browser: the desktop mode of Android devices.
  { platform: 'android', says: /Android|Dalvik\/|\bAdr \d|\bSilk\/|X11;.*SamsungBrowser\//i },
]

/**
 * Client hints, then the User-Agent, else desktop. An iPad in desktop mode calls itself a Mac: only a
 * fingerprint (touch points) tells them apart.
 */
export function detectPlatform({ userAgent, clientHintPlatform, clientHintMobile }: ClientHeaders): Platform {
  const text = userAgent?.slice(0, userAgentLengthMax) ?? ''
  if (isApartFromPhones(text)) return 'desktop'
  const hint = clientHintPlatform?.slice(0, 64).replaceAll('"', '').trim().toLowerCase() ?? ''
  const told = hinted.get(hint) ?? rules.find(({ says }) => says.test(text))?.platform
  // Only Chromium sends hints, and a mobile Chromium with hints runs on Android.
  return told ?? (clientHintMobile?.trim() === '?1' ? 'android' : 'desktop')
}
