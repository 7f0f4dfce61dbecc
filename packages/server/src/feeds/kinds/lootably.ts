import { hostSetting, originOf, wordSetting } from '../feed-settings.ts'
import type {
  FeedAccount,
  FeedAnswer,
  FeedFault,
  FeedKind,
  FeedOffer,
  FeedPage,
  FeedRequest,
} from '../feed-kind.ts'
import { findForbidden, tellUnread } from '../forbids-incentive.ts'
import { cleanText } from '../read/clean-text.ts'
import { countriesOfRules } from '../read/country-rules.ts'
import type { FeedCell } from '../read/feed-cell.ts'
import { goalsOf } from '../read/goals-of.ts'
import { htmlToText } from '../read/html-to-text.ts'
import { listOf, rulesIn } from '../read/list-of.ts'
import { platformsOfRules } from '../read/platform-rules.ts'
import { joinDoubts } from '../read/join-doubts.ts'
import { readAddress, readLink } from '../read/read-address.ts'
import { readFeedCategories } from '../read/read-categories.ts'
import { type ColumnRule, joinCells, readColumns } from '../read/read-columns.ts'
import { readId } from '../read/read-id.ts'
import { readPlainText } from '../read/read-plain-text.ts'
import { readPaid, readRevenue } from '../read/read-revenue.ts'
import { amountIn, tellGoal, tellRevenue } from '../read/tell-revenue.ts'
import { readName, textCell } from '../read/text-cells.ts'
import { valueAt } from '../read/value-at.ts'

function firstPage(account: FeedAccount): FeedRequest {
  return {
    method: 'POST',
    url: `${originOf(account, 'api.lootably.com')}/api/v2/offers/get`,
    headers: { accept: 'application/json', 'content-type': 'application/json' },
    body: JSON.stringify({ apiKey: account.key, placementID: account.settings['placement_id'] ?? '' }),
  }
}

function faultOf({ body }: FeedAnswer): FeedFault | undefined {
  if (valueAt(body, 'success') !== false) return undefined
  const error = cleanText(valueAt(body, 'message'))
  if (/limit|too many|often|frequen/i.test(error))
    return { cause: 'rate_limited', message: 'The network wants to be asked less often.' }
  if (/key|auth|placement|access|permission/i.test(error))
    return { cause: 'key_refused', message: 'The network refuses the key or the placement: check both.' }
  return { cause: 'no_feed', message: 'The network answers with an error of its own.' }
}

/** All offers come at once; an older version had them in `data` itself. */
function readPage(answer: FeedAnswer): FeedPage | FeedFault {
  const fault = faultOf(answer)
  if (fault !== undefined) return fault
  const data = valueAt(answer.body, 'data')
  const offers = Array.isArray(data) ? data : valueAt(data, 'offers')
  return Array.isArray(offers)
    ? { records: offers }
    : { cause: 'no_feed', message: 'The answer has no offers of Lootably: check the host.' }
}

const columns: readonly ColumnRule[] = [
  { column: 'name', at: ['name'], read: readName },
  { column: 'image_url', at: ['image'], read: readAddress },
  { column: 'categories', at: ['categories'], read: (value) => readFeedCategories(listOf(value)) },
  { column: 'countries', at: ['countries'], read: (value) => countriesOfRules({ include: rulesIn(value) }) },
  { column: 'platforms', at: ['devices'], read: readDevices },
]

function readDevices(value: unknown): FeedCell {
  const devices = rulesIn(value)
  return devices.includes('*') ? {} : platformsOfRules([{ include: devices }])
}

function readRecord(record: unknown): FeedOffer | undefined {
  const externalId = readId(valueAt(record, 'offerID'))
  if (externalId === undefined) return undefined
  const plain = readColumns(record, columns)
  const link = cleanText(valueAt(record, 'link'))
  const description = htmlToText(valueAt(record, 'description'))
  const cells = joinCells([
    ['description', textCell(description)],
    ['destination_url', linkOf(link)],
  ])
  const paid = termsOf(record)
  const texts = [
    { place: 'name', text: readPlainText(valueAt(record, 'name')) },
    { place: 'description', ...description },
  ]
  const forbidden = findForbidden(texts)
  return {
    externalId,
    row: { external_id: externalId, ...plain.row, ...cells.row, ...paid.row },
    standing: link === '' ? 'not_approved' : 'open',
    ...(forbidden && { forbidden }),
    doubts: joinDoubts(plain.doubts, cells.doubts, paid.doubts, tellUnread(texts)),
  }
}

/**
 * The click id stands where Lootably wants the user: its postbacks bring back nothing else that is ours, and a
 * conversion without a click belongs to nobody. Presets of other offer walls do the same. The price is that each click is
 * a user of its own to Lootably, which likes ids that stay: its own limits of once a user are then ours to keep.
 */
function linkOf(link: string): FeedCell {
  const address = readLink(link)
  if (address === undefined) return {}
  if ('problem' in address) return { doubt: address.problem }
  const value = address.value.replaceAll(/\{userID\}|%7BuserID%7D/gi, '{click_id}')
  return value === address.value
    ? { value, doubt: 'has no {userID}, so that it cannot carry a click id' }
    : { value }
}

function termsOf(record: unknown) {
  const goals = listOf(valueAt(record, 'goals'))
  if (goals.length === 0) {
    const reading = readRevenue(valueAt(record, 'revenue'))
    return { row: amountIn(reading), doubts: tellRevenue('It', reading) }
  }
  const rows = goals.flatMap((goal) => {
    const id = readId(valueAt(goal, 'goalID'))
    const name = readPlainText(valueAt(goal, 'description') ?? valueAt(goal, 'name')).replaceAll(/\s+/g, ' ')
    return id === undefined ? [] : [{ id, name, reading: readPaid(valueAt(goal, 'revenue')) }]
  })
  const { row, doubts } = goalsOf(
    rows.map(({ reading, ...event }) => ({ ...event, ...amountIn(reading) })),
    { isOneAGoal: true },
  )
  const lost = rows.length < goals.length ? ['It has a goal without an id.'] : []
  const unread = rows.flatMap(({ name, reading }) => tellRevenue(tellGoal(name), reading))
  return { row, doubts: [...unread, ...doubts, ...lost] }
}

export const lootably: FeedKind = {
  name: 'lootably',
  title: 'Lootably',
  preset: 'lootably',
  settings: [
    wordSetting({
      name: 'placement_id',
      label: 'Placement id',
      about: 'The placement’s id, as the network’s pages show it beside its API key.',
      example: 'cm0a1b2c3',
    }),
    hostSetting({
      about: 'Left out: api.lootably.com.',
      example: 'api.lootably.com',
      isOptional: true,
    }),
  ],
  keyAbout: 'In the network’s pages for publishers: the placement, API.',
  shape: 'json',
  // It asks for one pull in 10 to 20 minutes.
  pace: { betweenMs: 1_000, runsSec: 1_200 },
  firstPage,
  faultOf,
  readPage,
  readRecord,
}
