import { DomainError } from '@quoin/core/errors.ts'

/** Errors of the language are bugs of ours: they are shown with their stack, all others are sentences. */
const bugs = [TypeError, ReferenceError, RangeError, SyntaxError]

/** What a person sees when a command fails; the exit code is 1. */
export function reportFailure(error: unknown): void {
  process.exitCode = 1
  if (!(error instanceof Error) || bugs.some((bug) => error instanceof bug)) {
    console.error(error)
    return
  }
  console.error(sentenceOf(error))
  if (error instanceof DomainError) {
    for (const { field, message } of error.details ?? []) console.error(`  ${field} ${message}`)
  }
}

/** A refused connection is an AggregateError without words of its own: one line per address that was tried. */
function sentenceOf(error: Error): string {
  if (error instanceof AggregateError && error.message === '') return error.errors.map(String).join('\n')
  return error.message
}
