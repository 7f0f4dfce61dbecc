import { Failure } from './failure.tsx'
import { Loading } from './loading.tsx'

interface AwaitedProps {
  /** A sentence about the failure: "The settings could not be loaded". */
  readonly what: string
  /** Null while the answer is on its way. */
  readonly error: unknown
  readonly onRetry: () => unknown
}

/** Stands in the place of data that have not come: that they will, or why they did not. */
export function Awaited({ what, error, onRetry }: AwaitedProps) {
  if (error !== null) return <Failure what={what} error={error} onRetry={onRetry} />
  return <Loading />
}
