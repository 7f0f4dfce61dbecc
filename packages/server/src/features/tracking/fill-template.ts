import type { App } from '@quoin/core/apps/app.ts'
import type { Click } from '@quoin/core/tracking/click.ts'
import { readBrowserAndOs } from '@quoin/core/detect/browser-and-os.ts'
import { readDeviceType } from '@quoin/core/detect/device-type.ts'
import { readPreferences } from '@quoin/core/detect/preferences.ts'
import { expandTemplate, type Template } from '@quoin/core/macros/expand.ts'
import type { MacroName } from '@quoin/core/macros/vocabulary.ts'
import type { CatalogueOffer } from '@quoin/core/catalogue/offer-record.ts'
import { formatMicros } from '@quoin/core/payout/money.ts'
import { secondsOf } from '@quoin/core/time/seconds-of.ts'

/** The facts that macros are filled from. */
export interface MacroFacts {
  readonly click: Click
  readonly app: App
  readonly offer: CatalogueOffer
  /** A header of the visitor's request. */
  readonly header: (name: string) => string | undefined
  readonly trackUrl: string
  readonly random: (size: number) => Buffer
}

type MacroValue = (facts: MacroFacts) => string | undefined

/** Macros that are not here have no value at a click and are filled with nothing. */
const values: Partial<Record<MacroName, MacroValue>> = {
  click_id: ({ click }) => click.id,
  user_id: ({ click }) => click.userId,
  sub1: ({ click }) => click.subId ?? undefined,
  // Networks tell the traffic of one account apart by it: that is our app.
  source: ({ app }) => String(app.id),
  app_id: ({ app }) => String(app.id),
  publisher_id: ({ app }) => String(app.publisherId),
  network_id: ({ offer }) => String(offer.networkId),
  offer_id: ({ offer }) => String(offer.id),
  offer_name: ({ offer }) => offer.name,
  payout: ({ offer }) => formatMicros(offer.payoutMicros),
  revenue: ({ offer }) => formatMicros(offer.revenueMicros),
  currency: () => 'USD',
  ip: ({ click }) => click.address ?? undefined,
  user_agent: ({ click }) => click.userAgent ?? undefined,
  platform: ({ click }) => click.platform,
  os: ({ click }) => browserAndOs(click).os,
  os_version: ({ click }) => browserAndOs(click).osVersion,
  device_type: ({ click }) => readDeviceType(click.userAgent ?? ''),
  browser: ({ click }) => browserAndOs(click).browser,
  browser_version: ({ click }) => browserAndOs(click).browserVersion,
  country: ({ click }) => click.country,
  language: ({ header }) => language(header('accept-language')),
  timestamp: ({ click }) => String(secondsOf(click.clickedAtMs)),
  date: ({ click }) => isoTime(click).slice(0, 10),
  datetime: ({ click }) => isoTime(click).slice(0, 19).replace('T', ' '),
  random: ({ random }) => String(random(4).readUInt32BE()),
  referer: ({ header }) => header('referer'),
  domain: ({ trackUrl }) => new URL(trackUrl).host,
}

/** Only what the template asks for is worked out: most ask for a click id and little else. */
export function fillTemplate(template: Template, facts: MacroFacts): string {
  const filled: Partial<Record<MacroName, string>> = {}
  for (const name of template.slots) {
    if (name === undefined || filled[name] !== undefined) continue
    const value = values[name]?.(facts)
    if (value !== undefined) filled[name] = value
  }
  return expandTemplate(template, filled)
}

/** Two or three letters: what follows them says more than networks ask for. */
function language(acceptLanguage: string | undefined): string | undefined {
  const preferred = readPreferences(acceptLanguage).find(({ name }) => name !== '*')
  return preferred?.name.split('-')[0]
}

function browserAndOs({ userAgent }: Click): ReturnType<typeof readBrowserAndOs> {
  return readBrowserAndOs(userAgent ?? '')
}

function isoTime({ clickedAtMs }: Click): string {
  return new Date(clickedAtMs).toISOString()
}
