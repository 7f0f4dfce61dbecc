import type { Signal } from '../signal.ts'

/** The browser itself says that a program drives it. */
export const webdriver: Signal = {
  name: 'webdriver',
  group: 'environment',
  read: ({ isAutomated }) => (isAutomated === undefined ? undefined : Number(isAutomated)),
  describe: () => 'the browser says that a program drives it (navigator.webdriver)',
}
