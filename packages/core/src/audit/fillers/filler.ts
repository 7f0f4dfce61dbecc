import type { ChangeFacts, KnownThing } from '../change-facts.ts'
import { moment, type Piece, plain, strong, thing } from '../piece.ts'
import { tellCount } from '../tell-value.ts'

/** The words for one name of a template; undefined where there is nothing to say. */
export type Filler = (facts: ChangeFacts) => readonly Piece[] | undefined

export function known(found: KnownThing | undefined): readonly Piece[] | undefined {
  return found && [thing(found.name, found.link)]
}

/** The thing of an id among the details; one that nobody knows any more by its noun. */
export function ofField(name: string, noun: string): Filler {
  return ({ field, things }) => {
    const id = field(name)
    if (id === undefined || id === null) return undefined
    return (
      known(things.get(`${noun}:${String(id)}`)) ?? [
        plain(`${noun === 'app' ? 'an app' : `a ${noun}`} that is gone`),
      ]
    )
  }
}

export function ofText(name: string): Filler {
  return ({ field }) => {
    const value = field(name)
    return value === undefined || value === null || value === '' ? undefined : [strong(String(value))]
  }
}

export function ofNumber(
  name: string,
  tell: (value: number) => string = (value) => tellCount(value, '', '').trim(),
): Filler {
  return ({ field }) => {
    const value = field(name)
    return typeof value === 'number' ? [strong(tell(value))] : undefined
  }
}

export function ofMoment(name: string): Filler {
  return ({ field }) => {
    const value = field(name)
    return typeof value === 'number' ? [moment(value)] : undefined
  }
}

/** The words for a value of the log; none where it is not of the table. */
export function textFor(table: Readonly<Record<string, string>>, value: unknown): string {
  return typeof value === 'string' && Object.hasOwn(table, value) ? (table[value] ?? '') : ''
}
