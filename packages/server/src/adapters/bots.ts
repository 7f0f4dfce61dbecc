import { isbot } from 'isbot'

/** Real User-Agents are shorter, and the list is a long regular expression. */
const userAgentLengthMax = 1024

/**
 * Bots that the list leaves out: Dart's HTTP library, Windows PowerShell under a browser's name, and page testers that
 * hide behind one. Dalvik and CFNetwork are native apps, which people use.
 */
const missed = /^Dart\/|\bWindowsPowerShell\/|\bGTmetrix\b|\bMiniature\.io\/|\bYLT\b|\bturingos\b/

/** User-Agents repeat: a few hundred make up most of the traffic, and each look is 2 µs of regular expression. */
const remembered = new Map<string, boolean>()
const rememberedMax = 2_000

/** Crawlers, previews, monitors, HTTP libraries and command-line tools; also whoever sends no User-Agent. */
export function isBot(userAgent: string | undefined): boolean {
  const text = userAgent?.slice(0, userAgentLengthMax).trim() ?? ''
  const known = remembered.get(text)
  if (known !== undefined) return known
  const verdict = text === '' || isbot(text) || missed.test(text)
  if (remembered.size >= rememberedMax) remembered.clear()
  remembered.set(text, verdict)
  return verdict
}
