import { DomainError } from '@quoin/core/errors.ts'
import { removeCap } from '../../packages/server/src/features/caps/remove-cap.ts'
import { setCap } from '../../packages/server/src/features/caps/set-cap.ts'
import { pauseOffer } from '../../packages/server/src/features/catalogue/pause-offer.ts'
import { setHold } from '../../packages/server/src/features/catalogue/set-hold.ts'
import { updateNetwork } from '../../packages/server/src/features/networks/update-network.ts'
import { importRates } from '../../packages/server/src/features/terms/import-rates.ts'
import { removeMargin, setMargin } from '../../packages/server/src/features/terms/set-margin.ts'
import type { Ports } from '../../packages/server/src/ports/ports.ts'
import type { Dice, Told } from './money-scene.ts'

const actor = 'ops'

interface Scope {
  readonly offers: readonly number[]
  readonly appIds: readonly number[]
}

/** An operator's changes by the way, at random. None of them moves a conversion. */
export class OperatorSettings {
  /** The meaning of the network's `rejected` after `approved`: true for a reversal. */
  isReversedByRejection = false
  readonly #ports: Ports
  readonly #dice: Dice
  readonly #scope: Scope
  readonly #margins: number[] = []
  readonly #caps: number[] = []

  constructor(ports: Ports, dice: Dice, scope: Scope) {
    this.#ports = ports
    this.#dice = dice
    this.#scope = scope
  }

  async hold(): Promise<Told> {
    const { pick } = this.#dice
    await setHold(this.#ports, { offerId: pick(this.#scope.offers), holdDays: pick([0, 1, 5]), actor })
    return { kind: 'setting' }
  }

  async pauseOffer(): Promise<Told> {
    const { pick } = this.#dice
    const status = pick(['paused', 'active', 'active'] as const)
    await pauseOffer(this.#ports, { offerId: pick(this.#scope.offers), status, actor })
    return { kind: 'setting' }
  }

  async margin(): Promise<Told> {
    const { below, pick } = this.#dice
    const known = below(2) === 0 ? this.#margins.pop() : undefined
    if (known !== undefined) {
      await orRefused(() => removeMargin(this.#ports, { id: known, actor }))
      return { kind: 'setting' }
    }
    const appId = pick([null, ...this.#scope.appIds])
    const scope = { offerId: pick(this.#scope.offers), appId, country: pick([null, null, 'DE']) }
    const rule = await setMargin(this.#ports, {
      ...scope,
      basisPoints: pick([0, 1_000, 3_333, 5_000]),
      actor,
    })
    this.#margins.push(rule.id)
    return { kind: 'setting', note: JSON.stringify(rule) }
  }

  async cap(): Promise<Told> {
    const { below, pick } = this.#dice
    const known = below(2) === 0 ? this.#caps.shift() : undefined
    if (known !== undefined) {
      await orRefused(() => removeCap(this.#ports, { id: known, actor }))
      return { kind: 'setting' }
    }
    const limit = pick([
      { count: 1 },
      { count: 3 },
      { payoutMicros: 2_500_000 },
      { revenueMicros: 4_000_000 },
    ])
    const scope = {
      networkId: null,
      offerId: pick(this.#scope.offers),
      appId: null,
      userId: null,
      isPerUser: below(3) === 0,
    }
    const cap = await setCap(this.#ports, {
      ...scope,
      ...limit,
      period: pick(['daily', 'total']),
      actor,
    })
    this.#caps.push(cap.id)
    return { kind: 'setting', note: JSON.stringify(cap) }
  }

  async network(): Promise<Told> {
    const { below, pick } = this.#dice
    this.isReversedByRejection = below(3) === 0
    const statusWordsAfter = this.isReversedByRejection ? { approved: { rejected: 'reversed' } } : {}
    const changes = {
      onLoss: pick(['hold', 'hold', 'pay', 'refuse']),
      onChangedPayout: pick(['ignore', 'update']),
    }
    await updateNetwork(this.#ports, 'demo', { ...changes, statusWordsAfter } as Parameters<
      typeof updateNetwork
    >[2])
    return { kind: 'setting', note: JSON.stringify(changes) }
  }

  async rate(): Promise<Told> {
    const { pick } = this.#dice
    const day = new Date(this.#ports.clock.nowMs()).toISOString().slice(0, 10)
    const entries = (async function* () {
      yield { line: 2, row: { day, currency: pick(['EUR', 'JPY']), usd: pick(['1.1', '0.9']) } }
    })()
    await importRates(this.#ports, { entries, actor })
    return { kind: 'setting' }
  }
}

/** A refusal by the rules is expected; any other error is a fault. */
async function orRefused(act: () => Promise<unknown>): Promise<void> {
  try {
    await act()
  } catch (error) {
    if (!(error instanceof DomainError)) throw error
  }
}
