import type { Signal } from '../signal.ts'

/** In CSS pixels no phone is this large, and one that reports its device pixels has a ratio of at least 2. */
const shortSideMin = 600
const longSideMin = 1024
const phonePixelRatioMin = 2

/** An emulator on a desktop, or a desktop with a phone's User-Agent. */
export const phoneWithDesktopScreen: Signal = {
  name: 'phone_with_desktop_screen',
  group: 'inconsistency',
  read({ isPhone, screen, pixelRatio }) {
    if (isPhone === undefined || screen === undefined || pixelRatio === undefined) return undefined
    const isLarge = screen.shortSide >= shortSideMin && screen.longSide >= longSideMin
    return Number(isPhone && isLarge && pixelRatio < phonePixelRatioMin)
  },
  describe: ({ screen, pixelRatio }) =>
    `a phone with a screen of ${screen?.longSide}×${screen?.shortSide} at a pixel ratio of ${pixelRatio}`,
}
