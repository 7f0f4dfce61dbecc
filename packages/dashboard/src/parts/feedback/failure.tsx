import { Button } from '@mantine/core'
import { Refusal } from '../../api/refusal.ts'
import { Icon } from '../value/icon.tsx'
import { ShortId } from '../value/short-id.tsx'
import './failure.css'

interface FailureProps {
  readonly error: unknown
  /** A sentence about the action that failed: "The offers could not be loaded". */
  readonly what: string
  /** It was to change something: without an answer nobody knows whether it did. */
  readonly isChange?: boolean
  readonly onRetry?: () => unknown
}

/** The failure, its cause, a way out, and the id by which the log knows it; it is shown where it happened. */
export function Failure({ error, what, isChange = false, onRetry }: FailureProps) {
  const isUnknown = isChange && !isAnswered(error)
  const requestId = error instanceof Refusal ? error.requestId : undefined
  return (
    <div className="failure" role="alert">
      <Icon name="bang" />
      <div className="grow">
        <p className="failure-what">{isUnknown ? 'It is not known whether it was done' : what}.</p>
        <p>
          {explain(error)}
          {isUnknown && ' Load the page again and look before you try again.'}
        </p>
        {error instanceof Refusal && error.details.length > 0 && (
          <ul>
            {error.details.map(({ field, message }) => (
              <li key={field}>
                <code>{field}</code> {message}
              </li>
            ))}
          </ul>
        )}
        {requestId && (
          <p className="failure-id">
            Request <ShortId id={requestId} name="request id" />
          </p>
        )}
      </div>
      {onRetry && !isUnknown && (
        <Button size="xs" onClick={() => void onRetry()}>
          Try again
        </Button>
      )}
    </div>
  )
}

/** A proxy that gave up waiting answers for a server that may have done it. */
function isAnswered(error: unknown): boolean {
  return error instanceof Refusal && error.status !== 502 && error.status !== 504
}

/** Why, and what to do, as sentences. */
export function explain(error: unknown): string {
  if (error instanceof Refusal) return error.message
  if (error instanceof TypeError)
    return 'The server did not answer. It may be starting again, or the connection is down.'
  return 'This page failed for an unknown reason. Load it again. If it fails again, you find the details in the console.'
}
