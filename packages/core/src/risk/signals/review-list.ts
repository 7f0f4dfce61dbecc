import type { Signal } from '../signal.ts'

/** An operator has put the user, their device, address or country on a review list. */
export const reviewList: Signal = {
  name: 'review_list',
  group: 'behaviour',
  read: ({ isUnderReview }) => (isUnderReview === undefined ? undefined : Number(isUnderReview)),
  describe: () => 'on a review list',
}
