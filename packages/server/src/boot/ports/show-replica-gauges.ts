import type { MeterRegistry } from '../../adapters/metrics/meters.ts'
import type { ReplicaFact } from '../../ports/elsewhere.ts'
import type { ProcessFacts } from '../../ports/process-facts.ts'

/** Figures of each replica; over several processes the largest, since each has its own sessions with it. */
export function showReplicaGauges(
  meters: Pick<MeterRegistry, 'gauge'>,
  process: Pick<ProcessFacts, 'replicas'>,
): void {
  const figures = (figureOf: (replica: ReplicaFact) => number) => () =>
    process
      .replicas()
      .map((replica) => ({ labels: { replica: replica.host }, value: figureOf(replica) }))
      .filter(({ value }) => Number.isFinite(value))
  const labels = { replica: '' }
  meters.gauge({
    name: 'replica_unused',
    help: '1 while pages are not read from this replica.',
    labels,
    over: 'max',
    read: figures(({ state }) => Number(state !== 'used')),
  })
  meters.gauge({
    name: 'replica_behind_seconds',
    help: 'The most that the data of this replica is old; absent where nobody knows.',
    labels,
    over: 'max',
    read: figures(({ ageMs }) => ageMs / 1000),
  })
}
