import {
  explainOffer as explainOperation,
  showOfferAudience as audienceOperation,
} from '@quoin/contract/operator/catalogue/offer-operations.ts'
import { type App, isAppOpen } from '@quoin/core/apps/app.ts'
import { isCountry } from '@quoin/core/detect/country.ts'
import { invalidFields } from '@quoin/core/errors.ts'
import { secondsOf } from '@quoin/core/time/seconds-of.ts'
import { explainEligibility } from '../../../features/catalogue/explain-eligibility.ts'
import { showAudience } from '../../../features/catalogue/show-audience.ts'
import { staffRoute } from '../../../http/staff/staff-route.ts'

export const explainOffer = staffRoute(explainOperation, async ({ ports, path: { offerId }, query }) => {
  const { appId, country, platform, userId = '', mode = 'live' } = query
  const app = ports.snapshots.apps().findApp(appId)
  if (!app) throw invalidFields([{ field: 'appId', rule: 'unknown', message: 'must be one of your apps' }])
  const nowSec = secondsOf(ports.clock.nowMs())
  const audience = { country, platform, nowSec, isTest: mode === 'test' }
  const viewer = { app, userId, audience, address: undefined }
  const { isEligible, checks } = await explainEligibility(ports, { offerId, viewer, tellsOfTestOffers: true })
  const isActive = isAppOpen(app, mode)
  const ofApp = {
    code: 'app',
    passed: isActive,
    message: isActive ? 'The app is active.' : whyClosed(app),
  }
  return {
    data: {
      shown: isEligible && isActive,
      checks: [
        ofApp,
        ...checks.map(({ code, isPassed, sentence }) => ({ code, passed: isPassed, message: sentence })),
      ],
    },
    message: isEligible && isActive ? 'The offer is shown.' : 'The offer is not shown.',
  }
})

function whyClosed({ status, publisherStatus }: App): string {
  if (status === 'suspended') return 'The app is suspended.'
  return publisherStatus === 'waiting' ? 'Its publisher waits for approval.' : 'Its publisher is suspended.'
}

export const showOfferAudience = staffRoute(
  audienceOperation,
  async ({ ports, path: { offerId }, query }) => {
    const { mode = 'live' } = query
    const countries = query.countries?.toUpperCase().split(',')
    if (countries && !countries.every(isCountry)) {
      throw invalidFields([
        { field: 'countries', rule: 'country', message: 'must be ISO 3166-1 alpha-2 codes' },
      ])
    }
    const audience = await showAudience(ports, { offerId, countries, isTest: mode === 'test' })
    return {
      data: {
        countries: audience.countries,
        apps: audience.apps.map(({ app, cells }) => ({
          app_id: String(app.id),
          app: app.name,
          active: isAppOpen(app, mode),
          cells: cells.map(({ country, platform, firstFailed }) => ({
            country,
            platform,
            first_failed: firstFailed?.code ?? null,
            message: firstFailed?.sentence ?? null,
          })),
        })),
      },
      message: `${audience.apps.length} apps.`,
    }
  },
)
