import { type App, holdsLess } from '@quoin/core/apps/app.ts'
import { appSettings } from '@quoin/core/apps/app-settings.ts'
import { invalidFields, notFound } from '@quoin/core/errors.ts'
import type { Ports } from '../../ports/ports.ts'
import type { AppChanges } from '../../store/apps/apps.ts'
import type { Db } from '../../store/pg/database.ts'

/** One of a publisher's own apps. RESOURCE_NOT_FOUND for any other, whether there is one or not. */
export async function getOwnApp(
  { db, store }: Pick<Ports, 'store'> & { readonly db: Db },
  { publisherId, appId }: { readonly publisherId: number; readonly appId: number },
): Promise<App> {
  const app = await store.apps.findAppById(db, appId)
  if (app?.publisherId !== publisherId) throw notFound(`You have no app ${appId}.`)
  return app
}

/** Throws INVALID_REQUEST for what only the platform decides: which conversions are paid without a look at their risk. */
export function checkOwnChanges({ holdScore }: AppChanges, now: Pick<App, 'holdScore'>): void {
  if (holdScore === undefined) return
  const asked = holdScore ?? appSettings.holdScore.standard
  if (!holdsLess(asked, now.holdScore)) return
  const message = `must be from 1 to ${now.holdScore}: only the platform holds fewer conversions than now`
  throw invalidFields([{ field: 'holdScore', rule: 'platform', message }])
}
