import type { ChangeFacts } from './change-facts.ts'
import { fillers } from './fillers/index.ts'
import { type Piece, plain } from './piece.ts'

/** Fills a template; a part in brackets is left out where one of its words has nothing to say. */
export function fillTemplate(template: string, facts: ChangeFacts): readonly Piece[] {
  const parts = template.split(/(\[[^\]]*\])/)
  const pieces = parts.flatMap((part) =>
    part.startsWith('[') ? (fillAll(part.slice(1, -1), facts) ?? []) : fillKnown(part, facts),
  )
  return joined(pieces)
}

function fillAll(part: string, facts: ChangeFacts): readonly Piece[] | undefined {
  const filled = wordsOf(part).map((word) => fillWord(word, facts))
  return filled.includes(undefined) ? undefined : filled.flatMap((pieces) => pieces ?? [])
}

function fillKnown(part: string, facts: ChangeFacts): readonly Piece[] {
  return wordsOf(part).flatMap((word) => fillWord(word, facts) ?? [plain('something')])
}

function wordsOf(part: string): readonly string[] {
  return part.split(/(\{\w+\})/).filter((word) => word !== '')
}

function fillWord(word: string, facts: ChangeFacts): readonly Piece[] | undefined {
  const name = /^\{(\w+)\}$/.exec(word)?.[1]
  if (name === undefined) return [plain(word)]
  return fillers[name]?.(facts)
}

/** Neighbours of plain text are one piece. */
function joined(pieces: readonly Piece[]): readonly Piece[] {
  const whole: Piece[] = []
  for (const piece of pieces) {
    const last = whole.at(-1)
    if (piece.as === 'text' && last?.as === 'text') whole[whole.length - 1] = plain(last.text + piece.text)
    else if (piece.text !== '') whole.push(piece)
  }
  return whole
}
