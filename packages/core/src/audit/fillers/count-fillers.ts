import { labelOf } from '../field-labels.ts'
import { plain, strong } from '../piece.ts'
import { tellCount, tellSpan } from '../tell-value.ts'
import { type Filler, textFor } from './filler.ts'

export const imported: Filler = ({ field }) => {
  const count = Number(field('created') ?? 0) + Number(field('updated') ?? 0)
  return [strong(tellCount(count, 'offer'))]
}

const signInWays: Readonly<Record<string, string>> = {
  password: 'By their password.',
  link: 'By a link.',
}

/** Older credentials work on for a while, or have ended. */
export const overlap: Filler = ({ field }) => {
  const seconds = field('overlapSec')
  return [
    plain(
      typeof seconds === 'number' && seconds > 0 ? `work for ${tellSpan(seconds)} more` : 'ended at once',
    ),
  ]
}

export const how: Filler = ({ field }) => [plain(textFor(signInWays, field('how')))]

export const booked: Filler = ({ field }) => {
  const rows = field('booked')
  return [strong(tellCount(Array.isArray(rows) ? rows.length : 0, 'entry', 'entries'))]
}

export const ended: Filler = ({ field }) => [strong(tellCount(Number(field('ended') ?? 0), 'session'))]

/** Not worth a word where there are none. */
export function ofSome(name: string): Filler {
  return ({ field }) => {
    const count = Number(field(name) ?? 0)
    return count > 0 ? [strong(tellCount(count, '', '').trim())] : undefined
  }
}

/** The fields of an edit of many offers, each with what was done to it. */
export const edit: Filler = ({ field }) => {
  const given = field('edit')
  if (typeof given !== 'object' || given === null) return undefined
  const told = Object.entries(given).map(([name, text]) => `${labelOf(name)}: ${String(text)}`)
  return [plain(told.join('; '))]
}
