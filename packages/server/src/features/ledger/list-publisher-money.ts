import type { Ports } from '../../ports/ports.ts'
import { listBalances } from './list-balances.ts'

/** The money of one app of a publisher, in USD micros. */
interface AppMoney {
  readonly publisherId: number
  readonly publisher: string
  readonly appId: number
  readonly app: string
  /** Approved and not paid; below zero where more was paid than is owed. */
  readonly owedMicros: bigint
  /** Waits for a person or for its days; it is owed once it is approved. */
  readonly heldMicros: bigint
  /** Ever paid. */
  readonly paidMicros: bigint
}

/** The apps that are owed something, wait for something or were paid, by their publishers' names. */
export async function listPublisherMoney(ports: Pick<Ports, 'db' | 'store'>): Promise<readonly AppMoney[]> {
  const [balances, apps] = await Promise.all([
    listBalances(ports),
    ports.store.ledgerList.listAppSums(ports.db),
  ])
  const owed = new Map(balances.flatMap(({ app, balanceMicros }) => (app ? [[app.id, balanceMicros]] : [])))
  return apps
    .map(({ heldMicros, paidMicros, ...app }) => ({
      ...app,
      owedMicros: owed.get(app.appId) ?? 0n,
      heldMicros: BigInt(heldMicros),
      paidMicros: BigInt(paidMicros),
    }))
    .filter(({ owedMicros, heldMicros, paidMicros }) =>
      [owedMicros, heldMicros, paidMicros].some((micros) => micros !== 0n),
    )
}
