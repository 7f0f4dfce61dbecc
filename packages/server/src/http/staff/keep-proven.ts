import { unavailable } from '@quoin/core/errors.ts'
import { leaseStream, renewEveryMs, type StreamHolder } from '../../features/credentials/lease-stream.ts'
import type { Ports } from '../../ports/ports.ts'
import type { AnyAnswer, StreamWatch } from '../route.ts'

/**
 * How often the reader of a stream is proved again, and the longest that a proof may take. Together with the three seconds
 * for which callers are remembered (adapters/people/live-people.ts), what another process ends ends here within five.
 */
const proveEveryMs = 1_000
const proofMaxMs = 1_000

/** The caller of an answer that lasts. */
interface LastingProof extends StreamHolder {
  /** Throws once the caller would not be let in any more. */
  proveAgain(): Promise<void>
}

/** A file is proved once more when it is whole; a stream for as long as it is open. */
export async function keepProven(ports: Ports, answer: AnyAnswer, proof: LastingProof): Promise<AnyAnswer> {
  if ('file' in answer) await proof.proveAgain()
  if (!('subscribe' in answer)) return answer
  const held = await leaseStream(ports, proof)
  return { ...answer, watch: (close) => watch(close, proof, held) }
}

type Held = Awaited<ReturnType<typeof leaseStream>>

/** A proof that cannot be had, because the database is away, is none: the reader comes again. */
function watch(close: () => void, proof: LastingProof, held: Held): ReturnType<StreamWatch> {
  let renewedMs = performance.now()
  const mayGoOn = async (): Promise<boolean> => {
    await proof.proveAgain()
    if (performance.now() - renewedMs < renewEveryMs) return true
    renewedMs = performance.now()
    return await held.renew()
  }
  const look = (): void => {
    inTime(mayGoOn()).then((isSo) => (isSo ? lookSoon() : close()), close)
  }
  let timer: NodeJS.Timeout | undefined
  let isClosed = false
  const lookSoon = (): void => {
    if (!isClosed) timer = setTimeout(look, proveEveryMs).unref()
  }
  lookSoon()
  return async () => {
    isClosed = true
    clearTimeout(timer)
    await held.release()
  }
}

async function inTime<Value>(work: Promise<Value>): Promise<Value> {
  const { promise, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(
    () => reject(unavailable('The proof takes too long.', { retryAfterSec: 1 })),
    proofMaxMs,
  )
  return await Promise.race([work, promise]).finally(() => clearTimeout(timer))
}
