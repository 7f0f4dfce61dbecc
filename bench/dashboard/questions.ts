import type { Operation } from '@quoin/contract/operation.ts'

/** Ids in the database to ask about, of the app with the most traffic. */
export interface Known {
  readonly appId: string
  readonly publisherId: number
  readonly clickId: string
  readonly conversionId: string
  readonly userId: string
  readonly transactionId: string
  readonly endpointId: string
  readonly callbackId: string
}

interface Question {
  readonly name: string
  readonly path: string
}

const dayMs = 86_400_000

function dayOf(daysAgo: number): string {
  return new Date(Date.now() - daysAgo * dayMs).toISOString().slice(0, 10)
}

const month = { from: dayOf(29), to: dayOf(0) }
const quarter = { from: dayOf(89), to: dayOf(0) }
const week = { from: dayOf(6), to: dayOf(0) }

/** As pages ask for groups. */
const groups = { interval: 'total', top: '100', topBy: 'clicks' }

type Queries = readonly Readonly<Record<string, string>>[]

const reports: Queries = [
  { ...week, interval: 'hour' },
  { ...month, timezone: 'Europe/Berlin' },
  { ...month, interval: 'total' },
  { ...month, ...groups, groupBy: 'offer', timezone: 'Europe/Berlin' },
  { ...month, ...groups, groupBy: 'country' },
  { ...month, ...groups, groupBy: 'platform', timezone: 'America/New_York' },
  { ...month, ...groups, groupBy: 'subId' },
  { ...month, timezone: 'Asia/Kathmandu' },
  { ...month, offerId: '1' },
  { ...month, country: 'DE' },
  { ...quarter },
]

/** By the id of an operation the parameters with which pages ask it; one that is not here is asked without any. */
function queriesOf(id: string, known: Known): Queries {
  const { appId, userId, transactionId } = known
  const users = [{ userId }]
  const nobodys = [
    { userId: 'nobody' },
    { transactionId: 'none such' },
    { subId: 'none such' },
    { mode: 'test' },
  ]
  const asked: Readonly<Record<string, Queries>> = {
    reportStats: [
      ...reports,
      { ...month, ...groups, groupBy: 'network' },
      { ...month, ...groups, groupBy: 'app' },
      { ...month, appId },
      { ...month, ...groups, groupBy: 'offer', appId },
      { ...month, ...groups, groupBy: 'country', appId },
    ],
    getMyStats: reports,
    getOverview: [{ days: '7' }, { days: '30' }, { days: '30', appId }],
    getRisk: [{ days: '30' }],
    listEntries: [
      { account: 'payable', partyId: '3' },
      { account: 'receivable', partyId: '3' },
      { account: 'margin' },
    ],
    listOffers: [{}, { search: 'number 77' }, { sort: '-name' }],
    listApps: [{}, { limit: '100' }, { search: '77' }],
    listAudit: [{}, { action: 'offer' }],
    listCallbacks: [{}, { state: 'dead' }, ...users],
    listMyCallbacks: [{}, { state: 'dead' }, ...users],
    listMyConversions: [
      {},
      { status: 'reversed' },
      ...users,
      { transactionId },
      { subId: 'wall' },
      ...nobodys,
    ],
    listMyClicks: [
      {},
      ...users,
      { userId: 'nobody' },
      { subId: 'wall' },
      { subId: 'none such' },
      { mode: 'test' },
    ],
    listPostbacks: [{}, { outcome: 'refused' }],
    listReviews: [{}, { app: appId }],
    tryMargin: [{ offerId: '7', appId, country: 'DE' }],
    explainOffer: [{ appId, userId, country: 'DE', platform: 'android' }],
    explainMyOffer: [{ userId, country: 'DE', platform: 'android' }],
    listMyOffers: [
      { country: 'DE', platform: 'android' },
      { country: 'DE', platform: 'android', userId, search: 'number 77' },
    ],
    previewCurrency: [{ rate: '1000', decimals: '0', rounding: 'half_up' }],
    getUser: users,
    getMyUser: users,
    getMyStatement: [{ month: month.from.slice(0, 7) }],
    search: ['raid', 'user-77', 'number 77', known.clickId, transactionId, 'none-such-at-all'].map(
      (text) => ({ text }),
    ),
  }
  return asked[id] ?? [{}]
}

const leftOut = ['getJob', 'getRiskWeights', 'listMyInvitations']

/** Files are no pages, streams have no end, of jobs and weights there are none, tokens see no invitations. */
function isLeftOut({ id, path }: Operation): boolean {
  return /\/(file|events)$/.test(path) || leftOut.includes(id)
}

/** The calls that pages make of these operations, which are those of operators or of publishers. */
export function questionsOf(operations: readonly Operation[], known: Known): readonly Question[] {
  const read = operations.filter((operation) => operation.method === 'GET' && !isLeftOut(operation))
  return read.flatMap(({ id, path }) => {
    const filled = path
      .replace('{clickId}', known.clickId)
      .replace('{sourceId}', known.conversionId)
      .replace('{conversionId}', known.conversionId)
      .replace('{endpointId}', known.endpointId)
      .replace('{callbackId}', known.callbackId)
      .replace('{publisherId}', String(known.publisherId))
      .replaceAll(/\{\w+\}/g, known.appId)
    return queriesOf(id, known).map((query) => {
      const text = new URLSearchParams(query).toString()
      return { name: nameOf(id, query), path: text === '' ? filled : `${filled}?${text}` }
    })
  })
}

function nameOf(id: string, query: Readonly<Record<string, string>>): string {
  const span = query['from'] === month.from ? 'month' : query['from'] === quarter.from ? '90 days' : ''
  const others = Object.entries(query).filter(([name]) => !['from', 'to', 'top', 'topBy'].includes(name))
  const shown = others.map(([name, value]) => (/Id$|^userId$/.test(name) ? name : value.slice(0, 16)))
  return [id, span, ...shown].filter((word) => word !== '').join(' ')
}
