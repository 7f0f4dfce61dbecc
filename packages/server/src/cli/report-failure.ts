import { inspect } from 'node:util'
import { DomainError } from '@quoin/core/errors.ts'
import { fileProblemOf } from '@quoin/core/file-problem.ts'
import { terminal } from './terminal.ts'

/** Errors of the language are bugs of ours: they are shown with their stack, all others are sentences. */
const bugs = [TypeError, ReferenceError, RangeError, SyntaxError]

/** The message of a failed command; the exit code is 1. */
export function reportFailure(error: unknown): void {
  terminal().setExitCode(1)
  if (!(error instanceof Error) || bugs.some((bug) => error instanceof bug))
    terminal().printError(inspect(error))
  else terminal().printError(sentenceOf(error))
}

function sentenceOf(error: Error): string {
  // An API message says which parameters are wrong; a person wants to know what is wrong with them.
  if (error instanceof DomainError && error.details !== null) {
    return error.details.map(tellDetail).join('\n')
  }
  // A refused connection has no words of its own: one line per address that was tried.
  if (error instanceof AggregateError && error.message === '') return error.errors.map(String).join('\n')
  return fileProblemOf(error) ?? error.message
}

/** `url is required.`; a message that is a sentence of its own stands behind a colon. */
function tellDetail({ field, message }: { readonly field: string; readonly message: string }): string {
  return message.endsWith('.') ? `${field}: ${message}` : `${field} ${message}.`
}
