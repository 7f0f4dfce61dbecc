import type { Platform } from '../offers/offer.ts'
import type { LinkJudgement, LinkVerdict, LinkWalk } from './link.ts'
import { silentLooksMax } from './link.ts'
import { findLostClick } from './find-lost-click.ts'
import { findPhrase } from './link-phrases.ts'

interface LinkedOffer {
  readonly platforms: readonly Platform[]
  readonly countries: readonly string[]
  /** The id that stands in its first address in place of a click's. */
  readonly clickId: string
  /** Looks in a row, before this one, that had no answer. */
  readonly silentLooks: number
}

/** A rule says nothing where it does not apply; the first that says something decides. */
type Rule = (walk: LinkWalk, offer: LinkedOffer) => LinkJudgement | undefined

/**
 * Judges a link by the addresses that it led through. Whatever has another explanation is `unknown`: the country that this
 * server stands in, a browser's cookies, an hour in which a network was away.
 */
export function judgeLink(walk: LinkWalk, offer: LinkedOffer): LinkJudgement {
  for (const rule of rules) {
    const judged = rule(walk, offer)
    if (judged !== undefined) return judged
  }
  return judge('works', `It leads to ${hostOf(lastOf(walk))}.`)
}

function judge(verdict: LinkVerdict, message: string): LinkJudgement {
  return { verdict, message, isSilent: false }
}

const rules: readonly Rule[] = [
  byEnd,
  byStatus,
  byPhrase,
  byStore,
  (walk, { clickId }) => {
    const host = findLostClick(walk, clickId)
    if (host === undefined) return undefined
    return judge(
      'lost_click',
      `${host} leads on without the click id, and keeps it nowhere that can be seen.`,
    )
  },
]

function byEnd(walk: LinkWalk, { silentLooks }: LinkedOffer): LinkJudgement | undefined {
  const host = hostOf(lastOf(walk))
  switch (walk.end.kind) {
    case 'page':
    case 'app':
      return undefined
    case 'silent':
      return silent(`${host} does not answer`, silentLooks)
    case 'broken':
      return judge('unknown', `The answer of ${host} did not come whole or in time.`)
    case 'refused':
      return judge('unknown', `It leads to an address that this server may not ask: ${host}.`)
    case 'astray':
      return judge('unknown', `${host} leads on to what is no address of the web or of an app.`)
    case 'circle':
      return judge('unknown', `${host} leads in a circle. A browser with cookies may get out of it.`)
    case 'endless':
      return judge('unknown', `It leads through more than ten addresses, ${host} the last.`)
    default:
      return walk.end satisfies never
  }
}

/** A host may be away for an hour. */
function silent(what: string, silentLooks: number): LinkJudgement {
  const isSure = silentLooks + 1 >= silentLooksMax
  const message = isSure
    ? `${what}, for the second time.`
    : `${what}. The next look says whether it stays so.`
  return { verdict: isSure ? 'dead' : 'unknown', message, isSilent: true }
}

function byStatus(walk: LinkWalk, { silentLooks }: LinkedOffer): LinkJudgement | undefined {
  const last = walk.hops.at(-1)
  if (walk.end.kind !== 'page' || last?.status == null) return undefined
  const { status } = last
  const host = hostOf(last.url)
  if (status === 404 || status === 410) return judge('dead', `${host} has no such page (${status}).`)
  if (status >= 500) return silent(`${host} fails with status ${status}`, silentLooks)
  if (status >= 300)
    return judge('unknown', `${host} answers ${status}: it may refuse programs, or this server’s country.`)
  return undefined
}

function byPhrase({ hops, end }: LinkWalk, { countries }: LinkedOffer): LinkJudgement | undefined {
  if (end.kind !== 'page') return undefined
  const last = hops.at(-1)?.url ?? ''
  const found = findPhrase(last, end.text)
  if (found === undefined) return undefined
  const host = hostOf(last)
  if (found.says === 'over') return judge('dead', `${host} says “${found.text}”.`)
  if (countries.length > 0) {
    const message = `${host} says “${found.text}”. The offer is for some countries, and this server may stand elsewhere.`
    return judge('unknown', message)
  }
  if (found.says === 'unavailable') return judge('dead', `${host} says “${found.text}”.`)
  const message = `${host} says “${found.text}”, although the offer names no countries. This server’s own country may be the reason.`
  return judge('wrong_country', message)
}

const stores: readonly {
  readonly platform: Platform
  readonly title: string
  readonly pattern: RegExp
}[] = [
  {
    platform: 'ios',
    title: 'the App Store',
    pattern: /^(?:https?:\/\/(?:apps|itunes)\.apple\.com\/|itms(?:-apps|-appss)?:)/i,
  },
  {
    platform: 'android',
    title: 'Google Play',
    pattern: /^(?:https?:\/\/play\.google\.com\/|market:|intent:)/i,
  },
]

/** An offer of several platforms may end in either store, and one that names none says nothing. */
function byStore(walk: LinkWalk, { platforms }: LinkedOffer): LinkJudgement | undefined {
  const store = stores.find(({ pattern }) => pattern.test(lastOf(walk)))
  if (store === undefined || platforms.length === 0 || platforms.includes(store.platform)) return undefined
  return judge('wrong_store', `It ends in ${store.title}, and the offer is for ${platforms.join(' and ')}.`)
}

function lastOf({ hops, end }: LinkWalk): string {
  return end.kind === 'app' ? end.url : (hops.at(-1)?.url ?? '')
}

const hostLengthMax = 100

/** For people: addresses carry ids and keys. */
function hostOf(url: string): string {
  const [, scheme = '', host = ''] = /^([a-z][\w+.-]*):(?:\/\/(?:[^/?#@]*@)?([^/?#]*))?/i.exec(url) ?? []
  const isWeb = /^https?$/i.test(scheme)
  const name = isWeb && host !== '' ? host : scheme === '' ? 'an address that is none' : `an app (${scheme})`
  return name.slice(0, hostLengthMax).toWellFormed()
}
