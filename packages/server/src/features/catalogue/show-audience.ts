import { isBarred } from '@quoin/core/caps/bars.ts'
import { notFound } from '@quoin/core/errors.ts'
import { type Platform, platforms } from '@quoin/core/offers/offer.ts'
import { type Check, explainOffer } from '@quoin/core/targeting/explain-offer.ts'
import type { App } from '@quoin/core/apps/app.ts'
import { placesOf } from '@quoin/core/prices/cut-prices.ts'
import { secondsOf } from '@quoin/core/time/seconds-of.ts'
import type { Ports } from '../../ports/ports.ts'
import { type BlockNeeds, findBlock, isAppPaused } from './find-withheld.ts'
import { weighOffer } from './weigh-offer.ts'

interface Cell {
  readonly country: string
  readonly platform: Platform
  /** Undefined where it is shown. */
  readonly firstFailed: Check | undefined
}

interface AppAudience {
  readonly app: App
  readonly cells: readonly Cell[]
}

interface Audience {
  readonly countries: readonly string[]
  readonly apps: readonly AppAudience[]
}

/** Apps that are shown; a platform with more looks at one app at a time. */
const appsMax = 50
const countriesShown = 6
/** To be held against the offer's own, where nobody says which. */
const usualCountries = ['US', 'DE', 'GB', 'FR', 'BR', 'IN']

interface AudienceAsked {
  readonly offerId: number
  /** Undefined: some that tell the most. */
  readonly countries: readonly string[] | undefined
  /** Whether the apps ask by test credentials. */
  readonly isTest: boolean
}

type Needs = BlockNeeds & Pick<Ports, 'exclusions' | 'db' | 'store'>

/**
 * The verdicts on an offer for every app, country and platform, of nobody in particular: single users' acts and list
 * entries come on top (explain-eligibility.ts). Throws RESOURCE_NOT_FOUND for an unknown offer.
 */
export async function showAudience(
  ports: Needs,
  { offerId, countries, isTest }: AudienceAsked,
): Promise<Audience> {
  const { db, store, snapshots, exclusions, clock } = ports
  const offer = snapshots.catalogue().findOffer(offerId)
  if (!offer) throw notFound(`There is no offer ${offerId}.`)
  const bars = await exclusions.capped(undefined)
  const shown =
    countries ??
    [...new Set([...placesOf(offer).countries.slice(0, countriesShown), ...usualCountries])].slice(0, 10)
  const nowSec = secondsOf(clock.nowMs())
  const apps = (await store.apps.listApps(db)).slice(0, appsMax)
  const cellOf = async (app: App, country: string, platform: Platform): Promise<Cell> => {
    const viewer = {
      app,
      userId: '',
      audience: { country, platform, nowSec, isTest },
      address: undefined,
    }
    const checks = explainOffer(offer, viewer.audience, {
      isAppPaused: isAppPaused(viewer),
      blockedBy: (await findBlock(ports, viewer))?.kind,
      isTaken: false,
      isCapped: isBarred(bars, weighOffer(ports, offer, viewer)),
    })
    return { country, platform, firstFailed: checks.find(({ isPassed }) => !isPassed) }
  }
  return {
    countries: shown,
    apps: await Promise.all(
      apps.map(async (app) => ({
        app,
        cells: await Promise.all(
          shown.flatMap((country) => platforms.map((platform) => cellOf(app, country, platform))),
        ),
      })),
    ),
  }
}
