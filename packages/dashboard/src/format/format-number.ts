import { locale } from './format-money.ts'

/** 195,810 */
export function formatCount(count: number): string {
  return new Intl.NumberFormat(locale()).format(count).replaceAll('-', '−')
}

/** 1.28M: for headline figures alone, with the exact one in the title. */
export function formatCompact(count: number): string {
  if (Math.abs(count) < 1_000_000) return formatCount(count)
  return new Intl.NumberFormat(locale(), { notation: 'compact', maximumFractionDigits: 2 }).format(count)
}

/** `total` of a list: exact to 10,000. */
export function formatTotal({ total, isExact }: { total: number; isExact: boolean }): string {
  return isExact ? formatCount(total) : `${formatCount(total)}+`
}

/** 0.919 → 91.9 %; a dash where there is nothing to divide. */
export function formatShare(share: number | null | undefined, places = 1): string {
  if (share === null || share === undefined || !Number.isFinite(share)) return '–'
  return `${new Intl.NumberFormat(locale(), { minimumFractionDigits: places, maximumFractionDigits: places })
    .format(share * 100)
    .replaceAll('-', '−')} %`
}

/** +6.2 %, −0.3 pt */
export function formatChange(change: number, unit: '%' | 'pt' = '%'): string {
  const text = new Intl.NumberFormat(locale(), {
    minimumFractionDigits: 1,
    maximumFractionDigits: 1,
    signDisplay: 'exceptZero',
  }).format(change * 100)
  return `${text.replaceAll('-', '−')} ${unit}`
}

/** Against a time in which there was next to nothing, a change says nothing. */
const changeMax = 10

/** Whether a change, as a share of what was before, is worth telling. */
export function saysSomething(change: number): boolean {
  return change <= changeMax
}

/** One word for one, another for many: 1 offer, 3 offers. */
export function formatMany(count: number, one: string, many = `${one}s`): string {
  return `${formatCount(count)} ${count === 1 ? one : many}`
}

/** The total of a list in words: `1 offer`, `10,000+ offers`; nothing before it is known. */
export function formatTotalOf(total: string | undefined, one: string, many = `${one}s`): string {
  return total === undefined ? '' : `${total} ${total === '1' ? one : many}`
}
