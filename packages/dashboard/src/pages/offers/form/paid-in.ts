import { createContext, useContext } from 'react'

/** The currency of the revenues in the form; payouts are in USD. */
export const PaidIn = createContext('USD')

/** A label of an amount, with the currency in the place of ours where it is of the revenue. */
export function useAmountLabel(label: string, isRevenue: boolean): string {
  const currency = useContext(PaidIn)
  return isRevenue ? label.replace('USD', currency) : label
}
