/**
 * The options of commands that a text names, such as `--case`. The properties of style sheets (`--page: …`, `var(--page)`)
 * look alike and are none; a quoted text is foreign.
 */
export function optionTextsIn(text: string): readonly string[] {
  const own = text.replaceAll(/[“"][^”"]*[”"]/g, '')
  return [...own.matchAll(/(?<![\w(-])--[a-z][a-z-]+(?!\s*:)\b/g)].map(([option]) => option)
}

/** The fields of answers that are sentences of ours. */
const sentenceFields = new Set([
  ...['message', 'problem', 'sentence', 'advice', 'reversal_advice', 'explanation', 'help', 'hint', 'means'],
  ...['title', 'text', 'words', 'summary', 'next', 'why'],
])

/** The options that the sentences of an answer name: its reader may have no shell. */
export function optionTextsOf(answer: unknown): readonly string[] {
  const found: string[] = []
  JSON.stringify(answer, (key, value: unknown) => {
    if (typeof value === 'string' && sentenceFields.has(key)) found.push(...optionTextsIn(value))
    return value
  })
  return found
}
