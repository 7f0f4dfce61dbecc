import type { Signal } from '../signal.ts'

export const phoneWithoutTouch: Signal = {
  name: 'phone_without_touch',
  group: 'inconsistency',
  read({ isPhone, touchPointsMax }) {
    if (isPhone === undefined || touchPointsMax === undefined) return undefined
    return Number(isPhone && touchPointsMax === 0)
  },
  describe: () => 'a phone without a touch screen',
}
