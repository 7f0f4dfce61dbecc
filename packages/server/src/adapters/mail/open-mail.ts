import { setTimeout as delay } from 'node:timers/promises'
import type { Letter, Mail } from '../../ports/mail.ts'
import type { Log } from '../../ports/ports.ts'
import type { Settings } from '../../settings/config.ts'

/** Letters under way at once; more are not sent, and logged. */
const underWayMax = 50
/** The longest silence of the mail server at each step. */
const silenceMs = 10_000
/** The longest time that a letter takes, of a server that is never silent for long. */
const letterMs = 60_000

interface MailNeeds {
  readonly settings: Pick<Settings, 'smtpUrl' | 'mailFrom' | 'baseUrl'>
  readonly log: Log
}

/** Mail by SMTP. The library is loaded with the first letter. */
export function openMail({ settings, log }: MailNeeds): Mail {
  const { smtpUrl, baseUrl } = settings
  const from = settings.mailFrom ?? `Quoin <quoin@${new URL(baseUrl).hostname}>`
  const underWay = new Set<Promise<string | null>>()
  const handOver = async (url: string, letter: Letter): Promise<string | null> => {
    try {
      await sendBySmtp(url, { from, ...letter })
      log.info({ subject: letter.subject }, 'mail sent')
      return null
    } catch (error) {
      // The letter may hold a link that lets somebody in: only what went wrong is told.
      const reason = reasonOf(error)
      log.error({ subject: letter.subject, reason }, 'mail could not be sent')
      return `The mail server did not take it: ${reason}.`
    }
  }
  const deliver = async (letter: Letter): Promise<string | null> => {
    if (smtpUrl === null) return 'No mail server is set: SMTP_URL.'
    if (underWay.size >= underWayMax) {
      log.error({ subject: letter.subject }, 'mail not sent: too many letters are under way')
      return 'Too many letters are under way.'
    }
    const delivery = handOver(smtpUrl, letter)
    underWay.add(delivery)
    try {
      return await delivery
    } finally {
      underWay.delete(delivery)
    }
  }
  return {
    isOn: smtpUrl !== null,
    send: (letter) => void deliver(letter),
    deliver,
    close: async () => void (await Promise.all(underWay)),
  }
}

async function sendBySmtp(url: string, letter: Letter & { readonly from: string }): Promise<void> {
  const { createTransport } = await import('nodemailer')
  const transport = createTransport({
    url,
    connectionTimeout: silenceMs,
    greetingTimeout: silenceMs,
    socketTimeout: silenceMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  const ended = new AbortController()
  try {
    const tooLong = delay(letterMs, undefined, { signal: ended.signal }).then(() => {
      throw Object.assign(new Error('The mail server is too slow'), { code: 'ETIMEDOUT' })
    })
    await Promise.race([transport.sendMail(letter), tooLong])
  } finally {
    ended.abort()
    transport.close()
  }
}

/** The number of the server's answer, or the code of what kept the letter from it: never its words, which may quote. */
function reasonOf(error: unknown): string {
  if (error instanceof Error && 'responseCode' in error && typeof error.responseCode === 'number')
    return `it answered ${error.responseCode}`
  return error instanceof Error && 'code' in error ? String(error.code) : 'unknown'
}
