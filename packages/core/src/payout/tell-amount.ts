import { formatMicros } from './money.ts'

/** An amount as sentences have it: `5,900`, `8.40`, `0.004`, `−1,250.50`. It is exact; fewer places are never written. */
export function tellAmount(micros: number, placesMin = 0): string {
  const [whole = '0', part = ''] = formatMicros(Math.abs(micros)).split('.')
  const grouped = whole.replaceAll(/\B(?=(?:\d{3})+$)/g, ',')
  const places = part === '' && placesMin === 0 ? '' : `.${part.padEnd(placesMin, '0')}`
  return `${micros < 0 ? '−' : ''}${grouped}${places}`
}

/** With two places at least, as money is written: `8.40 USD`. */
export function tellUsd(micros: number): string {
  return `${tellAmount(micros, 2)} USD`
}
