import { TrialError } from '../trial-error.ts'

interface S3Failure {
  /** Whether the same request may do better in a moment. */
  readonly isTransient: boolean
  /** The status of the answer; undefined where there was none. */
  readonly status?: number
  /** S3's own word for it, such as `NoSuchBucket`. */
  readonly code?: string
  /** The pause that the server asked for. */
  readonly retryAfterMs?: number
  readonly cause?: unknown
}

/** S3 did not do as it was asked, in a sentence for a person. It says nothing about the backups that are there. */
export class S3Error extends TrialError {
  readonly isTransient: boolean
  readonly status: number | undefined
  readonly code: string | undefined
  readonly retryAfterMs: number | undefined

  constructor(sentence: string, { isTransient, status, code, retryAfterMs, cause }: S3Failure) {
    super(sentence, cause === undefined ? {} : { cause })
    this.name = 'S3Error'
    this.isTransient = isTransient
    this.status = status
    this.code = code
    this.retryAfterMs = retryAfterMs
  }
}
