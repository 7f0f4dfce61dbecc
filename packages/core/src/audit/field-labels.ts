import { appSettings } from '../apps/app-settings.ts'
import { networkSettings } from '../networks/network-settings.ts'
import { columnLabel } from '../offers/offer-fields.ts'
import type { Settings } from '../settings/setting.ts'
import { spaced } from './tell-value.ts'

/** Settings by the labels of their forms; those of the columns of an import file as its page names them. */
const labels: Readonly<Record<string, string>> = {
  ...settingLabels(appSettings),
  ...settingLabels(networkSettings),
  payoutMaxMicros: networkSettings.payoutMax.label,
  payoutMinMicros: networkSettings.payoutMin.label,
  // apps and networks
  name: 'Name',
  currency: 'Currency',
  wall: 'Offer wall',
  slug: 'Short name in commands',
  preset: 'How it speaks',
  proof: 'How it proves itself',
  // offers
  externalId: 'Id at the network',
  external_id: 'Id at the network',
  url: 'Destination',
  payout: 'Publisher earns, USD',
  holdDays: 'Days held',
  daily_cap: 'Conversions a day',
  total_cap: 'Conversions in all',
  repeatable: 'Can be earned several times',
  icon_url: 'Address of its picture',
  // terms
  basisPoints: 'Percent kept',
  fromMs: 'Begins',
  toMs: 'Ends',
  expiresAtMs: 'Ends',
  usd: 'One unit in USD',
  limit: 'How many',
  // alerts
  isOn: 'Sent',
  address: 'Address',
  threshold: 'From',
  fromMinute: 'Quiet from',
  toMinute: 'Quiet until',
  // people
  email: 'E-mail',
  role: 'Role',
  status: 'State',
  reason: 'Why',
}

function settingLabels(table: Settings): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(table).map(([name, { label }]) => [name, label]))
}

/** A field that has no label here is named by its words. */
export function labelOf(field: string): string {
  const words = labels[field] ?? columnLabel(field) ?? spaced(field)
  return words.charAt(0).toUpperCase() + words.slice(1)
}
