import { ActionIcon } from '@mantine/core'
import type { ReactNode } from 'react'
import { copyText } from '../../../parts/feedback/copy-text.ts'
import { Icon } from '../../../parts/value/icon.tsx'
import './command-box.css'

interface CommandBoxProps {
  /** The lines as a shell takes them. */
  readonly text: string
  /** The same in a word: "the command". */
  readonly name: string
  /** The lines as they are shown, where that is more than their text. */
  readonly children?: ReactNode
}

/** Lines for a terminal, with a button that copies them. */
export function CommandBox({ text, name, children = text }: CommandBoxProps) {
  return (
    <div className="backups-command">
      <pre>{children}</pre>
      <ActionIcon aria-label={`Copy ${name}`} onClick={() => void copyText(text)}>
        <Icon name="copy" />
      </ActionIcon>
    </div>
  )
}
