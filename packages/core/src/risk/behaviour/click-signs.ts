import { countOf } from '../count-of.ts'
import { shareAlong } from '../signal.ts'
import type { Sign } from './sign.ts'

/** How fast clicks came, this one included; those of a user over the connection of this one. 0: not known. */
export interface ClickFacts {
  readonly userClicksInHour: number
  readonly offerClicksInDay: number
  readonly subnetClicksInHour: number
  readonly deviceClicksInHour: number
}

export const clickSigns: readonly Sign<ClickFacts>[] = [
  {
    code: 'user_click_flood',
    points: 5.5,
    read: ({ userClicksInHour }) =>
      shareAlong(
        [
          [20, 0.05],
          [30, 0.25],
          [60, 0.6],
          [120, 0.85],
          [240, 1],
        ],
        userClicksInHour,
      ),
    describe: ({ userClicksInHour }) =>
      `${countOf(userClicksInHour, 'click')} of the user over one connection within an hour`,
  },
  {
    code: 'same_offer_repeats',
    points: 3,
    read: ({ offerClicksInDay }) =>
      shareAlong(
        [
          [6, 0.05],
          [10, 0.4],
          [30, 1],
        ],
        offerClicksInDay,
      ),
    describe: ({ offerClicksInDay }) =>
      `${countOf(offerClicksInDay, 'click')} of the user on the offer over one connection within a day`,
  },
  {
    // Weak: thousands of honest users share a carrier's address.
    code: 'line_click_flood',
    points: 1,
    read: ({ subnetClicksInHour }) =>
      shareAlong(
        [
          [120, 0.1],
          [300, 0.5],
          [1000, 1],
        ],
        subnetClicksInHour,
      ),
    describe: ({ subnetClicksInHour }) =>
      `${countOf(subnetClicksInHour, 'click')} over the same connection within an hour`,
  },
  {
    code: 'device_click_flood',
    points: 2,
    read: ({ deviceClicksInHour }) =>
      shareAlong(
        [
          [60, 0.1],
          [120, 0.5],
          [300, 1],
        ],
        deviceClicksInHour,
      ),
    describe: ({ deviceClicksInHour }) =>
      `${countOf(deviceClicksInHour, 'click')} of one browser over the same connection within an hour`,
  },
]
