import type { FeedKind } from '../feed-kind.ts'
import { readMappedPage } from '../mapped/mapped-page.ts'
import { readMappedRecord } from '../mapped/mapped-record.ts'
import { accountProblem, mappedSettings, needsKey, requestOf } from '../mapped/mapped-settings.ts'

/** A feed of any shape: its mapping says where offers stand in it. */
export const mapped: FeedKind = {
  name: 'mapped',
  title: 'Another feed',
  settings: mappedSettings,
  keyAbout: 'Where the network gives out the address of its feed.',
  shape: ({ mapping }) => ({ format: mapping?.format ?? 'any', delimiter: mapping?.delimiter }),
  account: { hasMapping: true, needsKey, problem: accountProblem },
  // Most networks ask for ten to thirty minutes between two pulls.
  pace: { betweenMs: 1_000, runsSec: 900 },
  firstPage: (account) => requestOf(account, { page: 1, seen: 0 }),
  readPage: readMappedPage,
  readRecord: readMappedRecord,
}
