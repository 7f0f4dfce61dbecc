import {
  type LinkEnd,
  type LinkHop,
  linkHopsMax,
  linkTextMax,
  type LinkWalk,
} from '@quoin/core/sources/link.ts'
import { readOnward } from '@quoin/core/sources/read-onward.ts'
import type { OutgoingFailureReason, OutgoingResult } from '@quoin/core/outgoing/outgoing-answer.ts'
import type { Ports } from '../../ports/ports.ts'
import { pauseUntil } from '../jobs/pause-until.ts'

interface Walk {
  readonly url: string
  readonly userAgent: string
  readonly signal: AbortSignal
  /** Milliseconds from one request to the same host to the next. */
  readonly hostPauseMs: number
}

const answerMs = 10_000
const urlLengthMax = 8_192
/** Schemes by which no phone opens an app or a store. */
const notOfApps: ReadonlySet<string> = new Set([
  'file:',
  'data:',
  'javascript:',
  'blob:',
  'about:',
  'ftp:',
  'ws:',
  'wss:',
])

const ends: Readonly<Record<OutgoingFailureReason, LinkEnd['kind'] & ('silent' | 'broken' | 'refused')>> = {
  dns: 'silent',
  connect: 'silent',
  refused_address: 'refused',
  tls: 'broken',
  timeout: 'broken',
  reset: 'broken',
  too_large: 'broken',
}

/** Follows a link address by address, as a phone would, without its cookies. Nothing of a page is run or kept. */
export async function walkLink(
  { outgoing, clock }: Pick<Ports, 'outgoing' | 'clock'>,
  { url: first, userAgent, signal, hostPauseMs }: Walk,
): Promise<LinkWalk> {
  const hops: LinkHop[] = []
  const asked = new Set<string>()
  const askedAt = new Map<string, number>()
  let url = first
  // A browser keeps it to itself, and sends the address without it.
  let fragment = ''
  while (hops.length < linkHopsMax) {
    const { host, protocol } = new URL(url)
    if (protocol !== 'http:' && protocol !== 'https:')
      return { hops, end: notOfApps.has(protocol) ? { kind: 'astray' } : { kind: 'app', url } }
    const pauseMs = (askedAt.get(host) ?? Number.NEGATIVE_INFINITY) + hostPauseMs - clock.monotonicMs()
    if (pauseMs > 0) await pauseUntil(pauseMs, signal)
    signal.throwIfAborted()
    askedAt.set(host, clock.monotonicMs())
    asked.add(url)
    const answer = await outgoing.send(requestTo(url, userAgent), {
      totalMs: answerMs,
      excerptBytes: linkTextMax,
    })
    if (answer.kind === 'failure') {
      hops.push({ url: url + fragment, status: null, hasCookie: false })
      return { hops, end: { kind: ends[answer.reason] } }
    }
    hops.push({ url: url + fragment, status: answer.status, hasCookie: 'set-cookie' in answer.headers })
    const onward = onwardOf(answer)
    if (onward === undefined) return { hops, end: { kind: 'page', text: textOf(answer) } }
    const next = URL.parse(onward, url)
    if (next === null || next.href.length > urlLengthMax) return { hops, end: { kind: 'astray' } }
    fragment = next.hash
    next.hash = ''
    if (asked.has(next.href)) return { hops, end: { kind: 'circle' } }
    url = next.href
  }
  return { hops, end: { kind: 'endless' } }
}

function requestTo(url: string, userAgent: string) {
  const headers = {
    'user-agent': userAgent,
    accept: 'text/html,application/xhtml+xml,*/*;q=0.8',
    'accept-language': 'en',
  }
  return { method: 'GET', url, headers, body: null } as const
}

type Answer = Extract<OutgoingResult, { kind: 'answer' }>

function onwardOf(answer: Answer): string | undefined {
  const { status, headers } = answer
  if (status >= 300 && status < 400) return headers['location']
  return status >= 200 && status < 300 ? readOnward(textOf(answer)) : undefined
}

/** Pages alone are read. */
function textOf({ headers, bodyExcerpt }: Answer): string {
  return /^(?:text\/|application\/xhtml)/i.test(headers['content-type'] ?? 'text/html') ? bodyExcerpt : ''
}
