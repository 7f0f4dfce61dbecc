import type { Signal } from '../signal.ts'

/** Crawlers, headless browsers and HTTP libraries have no account of their own. */
export const botUserAgent: Signal = {
  name: 'bot_user_agent',
  group: 'environment',
  read: ({ isBot }) => (isBot === undefined ? undefined : Number(isBot)),
  describe: () => 'the User-Agent is of a crawler, a tool or a headless browser',
}
