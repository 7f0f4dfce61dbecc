import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import type {
  FeedAccount,
  FeedAnswer,
  FeedFault,
  FeedKind,
  FeedOffer,
  FeedPage,
} from '../../packages/server/src/feeds/feed-kind.ts'
import { readAnswer } from '../../packages/server/src/feeds/read-answer.ts'

/** An account at any network; hosts of fake servers are set by tests that need one. */
export const sampleAccount: FeedAccount = {
  key: 'a-secret-key',
  settings: {
    network_id: 'demo',
    affiliate_id: '77',
    placement_id: 'p-1',
    api_host: 'api.network.example',
    time_zone: 'UTC',
    url: 'https://api.network.example/offers?api_key={key}',
  },
  preset: 'generic',
  mapping: {
    format: 'json',
    records: 'offers',
    columns: {
      external_id: { at: ['campid'] },
      name: { at: ['title'] },
      description: { at: ['description'] },
      destination_url: { at: ['link'], parameter: 'subid' },
      revenue: { at: ['amount'] },
      currency: { at: ['payout_currency'] },
      countries: { at: ['country'], split: 'colon' },
      image_url: { at: ['mobile_app_icon_url'] },
    },
  },
}

/** An invented reply of a network, by the name of its file. */
export function feedSample(file: string): string {
  return readFileSync(new URL(`../fixtures/feeds/${file}`, import.meta.url), 'utf8')
}

export function isFault(value: object): value is FeedFault {
  return 'cause' in value
}

export function answerOf(
  kind: FeedKind,
  text: string,
  status = 200,
  account = sampleAccount,
): FeedAnswer | FeedFault {
  return readAnswer(kind, { status, headers: {}, text }, account)
}

/** The page that a text is; it must be one. */
export function pageOf(kind: FeedKind, text: string, account = sampleAccount): FeedPage {
  const answer = answerOf(kind, text, 200, account)
  assert.ok(!isFault(answer), JSON.stringify(answer))
  const page = kind.readPage(answer, account, { page: 1, seen: 0 })
  assert.ok(!isFault(page), JSON.stringify(page))
  return page
}

/** The fault that a text is, be it told by its status or its body. */
export function faultIn(kind: FeedKind, text: string, status = 200, account = sampleAccount): FeedFault {
  const answer = answerOf(kind, text, status, account)
  const fault = isFault(answer) ? answer : kind.readPage(answer, account, { page: 1, seen: 0 })
  assert.ok(isFault(fault), JSON.stringify(fault))
  return fault
}

export function offersOf(kind: FeedKind, text: string, account = sampleAccount): readonly FeedOffer[] {
  return pageOf(kind, text, account).records.map((record) => {
    const offer = kind.readRecord(record, account)
    assert.ok(offer)
    return offer
  })
}
