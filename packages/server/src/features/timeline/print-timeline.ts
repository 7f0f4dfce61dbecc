import type { Timeline } from './build-timeline.ts'

/** A timeline as lines for a person. */
export function printTimeline({ clickId, notes, entries }: Timeline): string {
  const lines = entries.map(({ atMs, kind, text }) => `${timeOf(atMs)}  ${kind.padEnd(10)}  ${oneLine(text)}`)
  return [`Click ${clickId}`, ...notes, '', ...lines].join('\n')
}

function timeOf(atMs: number): string {
  return new Date(atMs).toISOString()
}

/** Texts of users and receivers stand in it: no line break or escape sequence of theirs reaches a terminal. */
function oneLine(text: string): string {
  return text.replaceAll(/\p{C}/gu, '\u{fffd}')
}
