import { formatMicros, readMicros } from '@quoin/core/payout/money.ts'
import { basisPointsOf, partOf, type PriceDraft, type RestDraft, shareIn } from './price-rows.ts'

/** A change of all prices of a list at once. */
export interface PriceAdjustment {
  readonly kind: 'percent' | 'margin'
  /** Hundredths of a percent: more or less of both amounts, or the part that the platform keeps. */
  readonly basisPoints: number
}

type Paid = Pick<PriceDraft, 'revenue' | 'earns'>

const whole = 10_000
const percentMax = 1_000

/** A change as it is typed: `10`, `-7.5 %`; undefined for what cannot be meant. */
export function readChange(kind: PriceAdjustment['kind'], text: string): PriceAdjustment | undefined {
  const basisPoints = basisPointsOf(text.replaceAll(/\s/g, '').replace('−', '-').replace(/^\+/, ''))
  if (basisPoints === undefined) return undefined
  const [min, max] = kind === 'margin' ? [0, whole] : [-whole, percentMax * 100]
  return basisPoints < min || basisPoints > max ? undefined : { kind, basisPoints }
}

/** A row after the change: amounts down to the whole micro; a share stays a share. Texts that are no amounts stay. */
function changedPaid({ revenue, earns }: Paid, { kind, basisPoints }: PriceAdjustment): Paid {
  const share = shareIn(earns)
  if (kind === 'percent') {
    const scaled = (amount: string) => scale(amount, whole + basisPoints)
    return { revenue: scaled(revenue), earns: share === undefined ? scaled(earns) : earns }
  }
  if (share !== undefined) return { revenue, earns: `${formatMicros((whole - basisPoints) * 10_000)} %` }
  return {
    revenue,
    earns: readMicros(revenue.trim()) === undefined ? earns : scale(revenue, whole - basisPoints),
  }
}

function scale(amount: string, basisPoints: number): string {
  const micros = readMicros(amount.trim())
  const after = micros === undefined ? undefined : partOf(micros, basisPoints)
  return after === undefined || !Number.isSafeInteger(after) ? amount : formatMicros(after)
}

export function changedPrice(price: PriceDraft, change: PriceAdjustment): PriceDraft {
  return { ...price, ...changedPaid(price, change), payout: '' }
}

export function changedRest(rest: RestDraft, change: PriceAdjustment): RestDraft {
  const { revenue, earns } = changedPaid(paidOfRest(rest), change)
  const share = shareIn(earns)
  return share === undefined
    ? { revenue, payout: earns, payoutShare: '' }
    : { revenue, payout: rest.payout && scale(revenue, basisPointsOf(share) ?? 0), payoutShare: share }
}

export function paidOfRest({ payout, payoutShare, revenue }: RestDraft): Paid {
  const share = payoutShare.replace('%', '').trim()
  return { revenue, earns: share === '' ? payout : `${share} %` }
}
