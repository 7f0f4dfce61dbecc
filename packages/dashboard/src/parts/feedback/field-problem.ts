import { Refusal } from '../../api/refusal.ts'

/** The server's problem with a field: a sentence without its subject. */
export function problemIn(error: unknown, name: string): string | undefined {
  if (!(error instanceof Refusal)) return undefined
  return error.details.find(({ field }) => field === name)?.message
}

/** "is required" stands under its field: "It is required." */
export function sentenceOf(problem: string | undefined): string | undefined {
  return problem === undefined ? undefined : `It ${problem}${/[.!?]$/.test(problem) ? '' : '.'}`
}
