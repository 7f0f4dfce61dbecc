export const jobStates = ['waiting', 'running', 'done', 'failed'] as const
type JobState = (typeof jobStates)[number]

/** Long work that an operator asked for: a row that outlives whoever asked and whichever process works on it. */
export interface Job {
  readonly id: string
  readonly kind: string
  readonly state: JobState
  readonly actor: string
  /** The request that the operator made, without secrets. */
  readonly about: Readonly<Record<string, unknown>>
  readonly done: number
  readonly total: number | null
  readonly result: Readonly<Record<string, unknown>> | null
  readonly error: string | null
  readonly createdAtMs: number
  readonly startedAtMs: number | null
  readonly finishedAtMs: number | null
}
