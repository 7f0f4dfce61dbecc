import type { RowOf } from '../../api/operation-types.ts'
import { formatMoney } from '../../format/format-money.ts'
import { formatMoment } from '../../format/format-time.ts'

export type Preview = RowOf<'previewReviews'>

/** The effects of a decision by its dry run, a line each. */
export function listEffects(preview: Preview | undefined): readonly string[] {
  if (preview === undefined) return ['…']
  const { to, payable, margin, release_at, caps, callbacks } = preview
  if (to === null) return ['The conversion does not wait any more']
  const state = to.charAt(0).toUpperCase() + to.slice(1)
  const isBooked = payable !== '0' || margin !== '0'
  const nowSec = Date.now() / 1000
  return [
    release_at === null ? state : `${state} until ${formatMoment(release_at, nowSec)}, then approved`,
    isBooked ? `Publisher is owed ${signed(payable)}, margin ${signed(margin)}` : 'Nothing is booked',
    ...caps.map(({ used, limit }) => `A cap is used up to ${used} of ${limit}`),
    ...(callbacks.length === 0
      ? ['Nobody is called back']
      : callbacks.map(({ name, event }) => `Callback “${event.replace('conversion.', '')}” goes to ${name}`)),
  ]
}

function signed(amount: string): string {
  return formatMoney(amount, { currency: 'USD', isSigned: true })
}
