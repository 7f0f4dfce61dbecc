/** The outcome of one cell: its value, or a sentence that says what is wrong with it. */
export type Reading<T> = { readonly value: T } | { readonly problem: string }

/** Where a problem of goals or prices is: in which of them, from 1, and in which member where it is one's. */
export interface CellPart {
  readonly row: number
  readonly member: string | null
  /** The problem without the words for its place. */
  readonly message: string
}

/** The outcome of a cell that may hold several goals or prices. */
export type CellReading<T> = { readonly value: T } | { readonly problem: string; readonly at?: CellPart }

export function isBlank(raw: unknown): boolean {
  return raw === undefined || raw === null || (typeof raw === 'string' && raw.trim() === '')
}

const shownCharactersMax = 40

/** The offending text for a message: quoted, on one line, never long. */
export function quote(text: string): string {
  const isLong = text.length > shownCharactersMax
  return JSON.stringify(isLong ? `${text.slice(0, shownCharactersMax)}…` : text)
}
