import assert from 'node:assert/strict'
import { setTimeout as delay } from 'node:timers/promises'
import type { Terms } from './expected-answer.ts'
import type { Acknowledged, Asked, TwoServers } from './two-servers.ts'

const operatorToken = 'a-token-of-the-operator-0123456789abcdef'
export const platformEnvironment = {
  OPERATOR_TOKEN: operatorToken,
  DEMO: 'off',
  QUOIN_SECRET: 'a-secret-of-the-money-tests-0123456789',
  OUTGOING_ALLOW: '127.0.0.1',
  RATE_LIMIT_PER_MINUTE: '1000000',
  FAILED_CREDENTIALS_PER_MINUTE: '1000000',
}

export interface Mode {
  readonly isTest: boolean
  readonly apiKey: string
  readonly headers: Readonly<Record<string, string>>
}

export interface SetOffer extends Terms {
  readonly id: number
  readonly cap: number | undefined
  readonly isRepeatable: boolean
  /** By the goals' keys; the first is the default one. */
  readonly goals: Readonly<Record<string, number>> | undefined
}

type OnLoss = Terms['onLoss']
export const lossRules: readonly OnLoss[] = ['hold', 'pay', 'refuse']

/** An app, its endpoint, and networks that differ in what becomes of a loss; all of it made by the operator API. */
export class MoneyPlatform {
  readonly servers: TwoServers
  appId = ''
  live: Mode = { isTest: false, apiKey: '', headers: {} }
  test: Mode = { isTest: true, apiKey: '', headers: {} }
  readonly #networks = new Map<OnLoss, string>()
  #made = 0

  constructor(servers: TwoServers) {
    this.servers = servers
  }

  async open(receiver: string): Promise<void> {
    const app = await this.make('/operator/v1/apps', {
      name: 'Money',
      publisher: 'Money',
      currencyRate: '100',
    })
    const { id, live, test } = app as { id: string; live: Given; test: Given } // the documented shape
    this.appId = String(id)
    this.live = modeOf(live, false)
    this.test = modeOf(test, true)
    await this.make(`/operator/v1/apps/${this.appId}/callback-endpoints`, {
      name: 'told',
      url: receiver,
      mode: 'both',
    })
    for (const onLoss of lossRules) {
      const network = await this.make('/operator/v1/networks', {
        slug: `n-${onLoss}`,
        name: onLoss,
        proof: 'none',
      })
      this.#networks.set(onLoss, String(network['id']))
      await this.operate('PATCH', `/operator/v1/networks/${network['id']}`, { onLoss })
    }
  }

  async addOffer(offer: Omit<SetOffer, 'id'>): Promise<SetOffer> {
    this.#made += 1
    const money = (micros: number) => (micros / 1e6).toFixed(6)
    const listed = {
      payout: offer.earns === undefined ? money(offer.listedRevenue / 2) : money(offer.earns),
      revenue: money(offer.listedRevenue),
      ...(offer.earns === undefined ? { payoutShare: '50%' } : {}),
    }
    const goals = Object.entries(offer.goals ?? {}).map(([goal, payout], at) => ({
      goal,
      name: goal,
      payout: money(payout),
      revenue: money(payout * 1.5),
      default: at === 0,
    }))
    const id = await this.#makeOffer({
      networkId: Number(this.#networks.get(offer.onLoss)),
      externalId: `money-${this.#made}`,
      name: `Money ${this.#made}`,
      destinationUrl: 'https://offers.example/go?click_id={click_id}',
      ...(goals.length > 0 ? { goals } : listed),
      repeatable: offer.isRepeatable,
      ...(offer.cap === undefined ? {} : { totalCap: offer.cap }),
      ...(offer.isHeldForDays ? { holdDays: 3 } : {}),
    })
    for (const at of [0, 1]) await this.#untilKnown(at, id)
    return { ...offer, id }
  }

  /** One that was made before its answer was lost is known by its id at the network. */
  async #makeOffer(body: object): Promise<number> {
    const asked: Asked = { method: 'POST', path: '/operator/v1/offers', headers: operatorHeaders, body }
    const { status, data, text, isRepeated } = await this.servers.ask(0, asked)
    const [, known] = /is the id of offer (\d+)/.exec(text) ?? []
    assert.ok(status === 201 || (isRepeated && known !== undefined), text)
    return Number(data['id'] ?? known)
  }

  /** The other process hears of an offer within a second. */
  async #untilKnown(at: number, id: number): Promise<void> {
    const path = `/api/v1/offers/${id}`
    for (let tries = 0; tries < 200; tries += 1) {
      const { status } = await this.servers.ask(at, { method: 'GET', path, headers: this.live.headers })
      if (status === 200) return
      await delay(20)
    }
    throw new Error(`process ${at} does not know offer ${id}`)
  }

  async make(path: string, body: object): Promise<Acknowledged['data']> {
    const { data } = await this.operate('POST', path, body)
    return data
  }

  async operate(method: Asked['method'], path: string, body?: object): Promise<Acknowledged> {
    const answer = await this.servers.ask(0, {
      method,
      path,
      headers: operatorHeaders,
      ...(body === undefined ? {} : { body }),
    })
    assert.ok(answer.status < 300, `${method} ${path}: ${answer.text}`)
    return answer
  }
}

export const operatorHeaders = { authorization: `Bearer ${operatorToken}` }

interface Given {
  readonly api_key: string
  readonly api_secret: string
}

function modeOf({ api_key, api_secret }: Given, isTest: boolean): Mode {
  return { isTest, apiKey: api_key, headers: { 'x-api-key': api_key, 'x-api-secret': api_secret } }
}
