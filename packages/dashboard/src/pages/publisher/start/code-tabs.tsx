import { Button, Tabs } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { copyText } from '../../../parts/feedback/copy-text.ts'
import { type Language, languages as all } from './snippets.ts'

interface CodeTabsProps {
  /** In the order of their tabs; the first is open. */
  readonly languages?: readonly [Language, ...Language[]]
  readonly textIn: (language: Language) => string
  /** Values in the lines that are the reader's own: they are marked. */
  readonly own?: readonly string[]
  /** A sentence under the lines, about the values in them. */
  readonly note: ReactNode
  /** Buttons beside Copy. */
  readonly children?: ReactNode
}

/** Lines to copy, in the language of the reader's server. */
export function CodeTabs({ languages = all, textIn, own = [], note, children }: CodeTabsProps) {
  const [language, setLanguage] = useState<Language>(languages[0])
  const text = textIn(language)
  return (
    <>
      <Tabs
        value={language}
        onChange={(value) => setLanguage(languages.find((one) => one === value) ?? languages[0])}
      >
        <Tabs.List aria-label="Language">
          {languages.map((one) => (
            <Tabs.Tab key={one} value={one}>
              {one}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value={language}>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard */}
          <pre className="ink" tabIndex={0}>
            <code>
              {partsOf(text, own).map(({ at, part, isOwn }) =>
                isOwn ? <mark key={at}>{part}</mark> : <span key={at}>{part}</span>,
              )}
            </code>
          </pre>
        </Tabs.Panel>
      </Tabs>
      <div className="row wrap">
        <p className="grow sm muted">{note}</p>
        <Button onClick={() => void copyText(text)}>Copy</Button>
        {children}
      </div>
    </>
  )
}

interface Part {
  readonly at: number
  readonly part: string
  readonly isOwn: boolean
}

/** The text cut where one of the values begins and ends. */
function partsOf(text: string, own: readonly string[]): Part[] {
  const parts: Part[] = []
  let at = 0
  while (at < text.length) {
    const found = own
      .map((value) => ({ value, from: text.indexOf(value, at) }))
      .filter(({ from }) => from >= 0)
    const next = found.sort((a, b) => a.from - b.from)[0] ?? { value: '', from: text.length }
    if (next.from > at) parts.push({ at, part: text.slice(at, next.from), isOwn: false })
    if (next.value !== '') parts.push({ at: next.from, part: next.value, isOwn: true })
    at = next.from + next.value.length
  }
  return parts
}
