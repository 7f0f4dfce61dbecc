import cluster from 'node:cluster'
import { AggregatorRegistry, type Registry } from 'prom-client'
import { isMessage } from '../process-message.ts'

interface Question {
  readonly kind: 'quoin:metrics'
}

interface Answer {
  readonly kind: 'quoin:metrics-text'
  readonly text: string
}

const answerTimeoutMs = 6_000

/** The primary's side: sums up what all workers count, for whichever of them is asked for /metrics. */
export function answerMetricsQuestions(): void {
  const aggregator = new AggregatorRegistry()
  cluster.on('message', (worker, message: unknown) => {
    if (!isMessage<Question>(message, 'quoin:metrics')) return
    const answer = (text: string): void => {
      if (worker.isConnected()) worker.send({ kind: 'quoin:metrics-text', text } satisfies Answer)
    }
    // A worker that hangs, or ends meanwhile, does not answer: the one that asked gives up by itself, and the service goes on.
    aggregator.clusterMetrics().then(answer, () => {})
  })
}

/** The worker's side: its own figures go to the primary, and everybody's come back. */
export function shareMetrics(registry: Registry): () => Promise<string> {
  AggregatorRegistry.setRegistries([registry])
  // Listens to the primary's questions.
  void new AggregatorRegistry()
  return () =>
    new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        process.off('message', hear)
        reject(new Error('the primary process does not answer'))
      }, answerTimeoutMs)
      const hear = (message: unknown): void => {
        if (!isMessage<Answer>(message, 'quoin:metrics-text')) return
        clearTimeout(timer)
        process.off('message', hear)
        resolve(message.text)
      }
      process.on('message', hear)
      process.send?.({ kind: 'quoin:metrics' } satisfies Question)
    })
}
