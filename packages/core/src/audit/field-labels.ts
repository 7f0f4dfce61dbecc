import { columnLabel } from '../offers/offer-fields.ts'
import { spaced } from './tell-value.ts'

/** Settings by the labels of their forms; those of the columns of an import file as its page names them. */
const labels: Readonly<Record<string, string>> = {
  // apps
  name: 'Name',
  currency: 'Currency',
  fallbackUrl: 'Address for links to unavailable offers',
  allowedOrigins: 'Origins of browsers',
  rateLimitPerMinute: 'Calls per key and minute',
  multiAccountThreshold: 'Other users on a device that make it shared',
  multiAccountWindowDays: 'Days that are looked at',
  multiAccountMode: 'Which of them count',
  autoBlockScore: 'Block from this risk score on',
  holdScore: 'Hold from this risk score on',
  fraudShare: 'Share of fraud among its users',
  explainsRisk: 'Tell its server the reasons of a score',
  roundsScores: 'Tell browsers the risk score in steps of ten',
  signedLinks: 'Signed links',
  wall: 'Offer wall',
  isPaused: 'Paused',
  // networks
  slug: 'Short name in commands',
  preset: 'How it speaks',
  proof: 'How it proves itself',
  allowedAddresses: 'It may call from',
  statusWords: 'Words of its own',
  statusWordsAfter: 'Words after earlier ones',
  reply: 'Answer to an accepted report',
  onChangedPayout: 'A repeat with another amount',
  payoutMaxMicros: 'At most, USD',
  payoutMinMicros: 'At least, USD',
  onLoss: 'A report that would lose money',
  timeZone: 'Time zone in which its day begins',
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

/** A field that has no label here is named by its words. */
export function labelOf(field: string): string {
  const words = labels[field] ?? columnLabel(field) ?? spaced(field)
  return words.charAt(0).toUpperCase() + words.slice(1)
}
