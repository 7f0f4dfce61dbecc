import type { Signal } from '../signal.ts'

/** The default window of headless browsers; a few old monitors have it too. */
export const headlessScreen: Signal = {
  name: 'headless_screen',
  group: 'environment',
  read: ({ screen }) => screen && Number(screen.longSide === 800 && screen.shortSide === 600),
  describe: () => 'the screen is 800×600',
}
