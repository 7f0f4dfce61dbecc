import { currencies } from '@quoin/core/terms/currencies.ts'

const names = new Intl.DisplayNames(['en'], { type: 'currency' })

/** Every currency by its code and its name in English: EUR · Euro. */
export const currencyOptions = currencies.map((value) => ({
  value,
  label: `${value} · ${names.of(value) ?? value}`,
}))
