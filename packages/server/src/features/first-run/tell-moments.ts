import type { FirstRunStep } from '@quoin/core/first-run/first-run-steps.ts'
import { formatMicros } from '@quoin/core/payout/money.ts'
import { presetOf } from '../../networks/index.ts'
import type { Ports } from '../../ports/ports.ts'

/** The outcome of a step: a sentence that begins with a name. */
export interface ToldMoment {
  readonly name: string | null
  readonly says: string
  readonly link: string | null
}

type Needs = Pick<Ports, 'db' | 'store'>
type Tell = (needs: Needs, id: string) => Promise<ToldMoment | undefined>

const tells: Readonly<Record<FirstRunStep, Tell>> = {
  async network({ db, store }, id) {
    const fact = await store.firstRunFacts.findNetworkFact(db, id)
    if (fact === undefined) return undefined
    const speaks = fact.preset === 'generic' ? '' : `, on ${presetOf(fact).title}`
    const heard = fact.hasReported ? 'It has reported.' : 'Nothing has come in from it yet.'
    return { name: fact.name, says: `${speaks}. ${heard}`, link: `/ops/networks/${id}` }
  },
  async offers({ db, store }, id) {
    const { offers, live, name } = (await store.firstRunFacts.countOffers(db, id)) ?? emptyCatalogue
    if (offers === 0) return undefined
    if (offers === 1)
      return { name, says: live === 1 ? ' is live.' : ' is the only one.', link: `/ops/offers/${id}` }
    return { name: `${offers} offers`, says: `, ${live} of them live.`, link: '/ops/offers' }
  },
  async app({ db, store }, id) {
    const fact = await store.firstRunFacts.findAppFact(db, id)
    if (fact === undefined) return undefined
    const worth = `1 USD is ${formatMicros(fact.rateMicros)} ${fact.currencyName}.`
    return { name: fact.app, says: ` of ${fact.publisher}: ${worth}`, link: `/ops/apps/${id}` }
  },
  async click({ db, store }, id) {
    const fact = await store.firstRunFacts.findClickFact(db, id)
    if (fact === undefined) return undefined
    const app = fact.app === null ? '' : ` in ${fact.app}`
    return { name: fact.offer ?? 'An offer', says: `${app} was followed.`, link: `/t/${id}` }
  },
  async postback({ db, store }, id) {
    const fact = await store.firstRunFacts.findPostbackFact(db, id)
    if (fact === undefined) return undefined
    const link = fact.clickId === null ? null : `/t/${fact.clickId}`
    return { name: fact.network ?? 'A network', says: ` reported: ${booked(fact)}`, link }
  },
  async callback({ db, store }, id) {
    const fact = await store.firstRunFacts.findCallbackFact(db, id)
    if (fact === undefined) return undefined
    const link = fact.clickId === null ? null : `/t/${fact.clickId}`
    return { name: hostOf(fact.url), says: ` answered ${fact.httpStatus} in ${fact.latencyMs} ms.`, link }
  },
}

const emptyCatalogue = { offers: 0, live: 0, name: '' }

/** The tick stays when what it stands for is no longer kept. */
export async function tellMoment(needs: Needs, step: FirstRunStep, id: string): Promise<ToldMoment> {
  const told = id === '' ? undefined : await tells[step](needs, id)
  return told ?? { name: null, says: 'It happened; its details are no longer kept.', link: null }
}

interface Amounts {
  readonly status: string
  readonly revenueMicros: number
  readonly payoutMicros: number
}

/** A conversion in one sentence: its status, and how the revenue was split. */
export function booked({ status, revenueMicros, payoutMicros }: Amounts): string {
  const parts = `${amount(payoutMicros)} payable, ${amount(revenueMicros - payoutMicros)} margin`
  return `${status}, ${amount(revenueMicros)} USD; ${parts}.`
}

/** With two places at least. */
export function amount(micros: number): string {
  const text = formatMicros(micros)
  const [whole = '0', places = ''] = text.split('.')
  return `${whole}.${places.padEnd(2, '0')}`
}

/** The address without what may be secret in it. */
export function hostOf(url: string): string {
  return URL.parse(url)?.host ?? 'the receiver'
}
