import { costs } from '@quoin/core/offers/cost.ts'

const names: Readonly<Record<(typeof costs)[number] | '', string>> = {
  '': 'Not known',
  free: 'Free',
  deposit: 'Deposit',
  purchase: 'Purchase',
  subscription: 'Subscription',
}

export function costName(cost: string): string {
  return names[costs.find((one) => one === cost) ?? '']
}

/** For a choice of one of them. */
export const costOptions = ['' as const, ...costs].map((value) => ({ value, label: names[value] }))
