import { secondsOf } from '../time/seconds-of.ts'
/** A part of a sentence: the words, and how they are shown. Texts of people and names of things stand as they are. */
export interface Piece {
  readonly text: string
  readonly as: 'text' | 'strong' | 'thing' | 'moment'
  /** The page of a thing, by its address in the dashboard; null where there is none, or the thing is gone. */
  readonly link: string | null
  /** A moment in Unix seconds, for readers with a time zone of their own. */
  readonly at: number | null
}

export function plain(text: string): Piece {
  return { text, as: 'text', link: null, at: null }
}

/** An amount or a name that the sentence is about. */
export function strong(text: string): Piece {
  return { text, as: 'strong', link: null, at: null }
}

export function thing(text: string, link: string | null): Piece {
  return { text, as: 'thing', link, at: null }
}

/** In text it is of UTC, to the minute. */
export function moment(atMs: number): Piece {
  const text = new Intl.DateTimeFormat('en-GB', {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZone: 'UTC',
  }).format(atMs)
  return { text: `${text} UTC`, as: 'moment', link: null, at: secondsOf(atMs) }
}

/** The sentence as one text, for files and for readers of screens. */
export function textOf(pieces: readonly Piece[]): string {
  return pieces.map(({ text }) => text).join('')
}
