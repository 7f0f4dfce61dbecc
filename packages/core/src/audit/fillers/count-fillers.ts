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
export const refused: Filler = ({ field }) => {
  const count = Number(field('refused') ?? 0)
  return count > 0 ? [strong(String(count))] : undefined
}
