import { isbot } from 'isbot'

/** Real User-Agents are shorter, and the list is a long regular expression. */
const userAgentLengthMax = 1024

/**
 * What the list leaves out: Dart's HTTP library, Windows PowerShell under a browser's name, and page testers
 * that hide behind one. Dalvik and CFNetwork are native apps, which people use.
 */
const missed = /^Dart\/|\bWindowsPowerShell\/|\bGTmetrix\b|\bMiniature\.io\/|\bYLT\b|\bturingos\b/

/** Crawlers, previews, monitors, HTTP libraries and command-line tools; also whoever sends no User-Agent. */
export function isBot(userAgent: string | undefined): boolean {
  const text = userAgent?.slice(0, userAgentLengthMax).trim() ?? ''
  return text === '' || isbot(text) || missed.test(text)
}
