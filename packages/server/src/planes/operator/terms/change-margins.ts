import {
  listMargins as listOperation,
  removeMargin as removeOperation,
  setMargin as setOperation,
} from '@quoin/contract/operator/ledger/margin-operations.ts'
import { invalidFields } from '@quoin/core/errors.ts'
import type { MarginRule } from '@quoin/core/terms/margin-rule.ts'
import { removeMargin as remove, setMargin as set } from '../../../features/terms/set-margin.ts'
import { staffRoute } from '../../../http/staff/staff-route.ts'
import type { Ports } from '../../../ports/ports.ts'
import { percentOf } from '../offers/present-offer.ts'

/** A basis point in micros of a percent. */
const microsPerPoint = 10_000

export const listMargins = staffRoute(listOperation, async ({ ports, query: { offerId, appId } }) => {
  const rules = await ports.store.marginRules.listMarginRules(ports.db)
  const found = rules.filter(
    (rule) =>
      (offerId === undefined || rule.offerId === offerId) && (appId === undefined || rule.appId === appId),
  )
  return { data: found.map((rule) => present(ports, rule)), message: `${found.length} rules.` }
})

export const setMargin = staffRoute(setOperation, async ({ ports, body, staff: { actor } }) => {
  const { offerId = null, appId = null, country = null, percent } = body
  const basisPoints = percent / microsPerPoint
  if (!Number.isInteger(basisPoints)) {
    throw invalidFields([{ field: 'percent', rule: 'decimal', message: 'must have at most 2 decimals' }])
  }
  const rule = await set(ports, { offerId, appId, country, basisPoints, actor })
  return { data: present(ports, rule), message: 'The rule applies to what is clicked from now on.' }
})

export const removeMargin = staffRoute(removeOperation, async ({ ports, path, staff: { actor } }) => ({
  data: present(ports, await remove(ports, { id: path.marginId, actor })),
  message: 'The rule is removed.',
}))

function present({ snapshots }: Pick<Ports, 'snapshots'>, rule: MarginRule) {
  const { id, offerId, appId, country, basisPoints } = rule
  return {
    id: String(id),
    offer_id: offerId === null ? null : String(offerId),
    offer: offerId === null ? null : (snapshots.catalogue().findOffer(offerId)?.name ?? null),
    app_id: appId === null ? null : String(appId),
    app: appId === null ? null : (snapshots.apps().findApp(appId)?.name ?? null),
    country,
    percent: percentOf(basisPoints),
  }
}
