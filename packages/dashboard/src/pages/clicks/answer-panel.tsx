import { ActionIcon, Button, SegmentedControl, Textarea } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { copyText } from '../../parts/feedback/copy-text.ts'
import { Icon } from '../../parts/value/icon.tsx'
import type { Story } from './click-story.ts'
import '../decisions/decisions.css'

interface AnswerPanelProps {
  readonly answer: Story['answer']
  readonly onClose: () => void
}

const readers = [
  { value: 'publisher', label: 'For the publisher' },
  { value: 'user', label: 'For the user' },
]

/** An answer as a support person would send it, to be changed and copied. */
export function AnswerPanel({ answer, onClose }: AnswerPanelProps) {
  const [reader, setReader] = useState('publisher')
  const whole = (reader === 'user' ? answer.user : answer.publisher).join('\n\n')
  const [text, setText] = useState(whole)
  const [shown, setShown] = useState(whole)
  if (shown !== whole) {
    setShown(whole)
    setText(whole)
  }
  const box = useRef<HTMLElement>(null)
  useEffect(() => box.current?.focus(), [])
  return (
    <section
      className="card decision-panel"
      aria-labelledby="answer-title"
      ref={box}
      tabIndex={-1}
      onKeyDown={(event) => event.key === 'Escape' && onClose()}
    >
      <div className="card-head">
        <h2 id="answer-title" className="grow">
          Answer to copy
        </h2>
        <ActionIcon aria-label="Close" onClick={onClose}>
          <Icon name="cross" />
        </ActionIcon>
      </div>
      <div className="decision-part">
        <SegmentedControl aria-label="For whom" data={readers} value={reader} onChange={setReader} />
        <Textarea
          aria-label="Answer"
          autosize
          minRows={8}
          maxRows={24}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <ul className="xs muted">
          <li>What happened, and why</li>
          <li>What comes next, and when</li>
          <li>Nothing of what the network pays, and no name of a person</li>
        </ul>
      </div>
      <div className="decision-foot">
        <div className="row">
          <span className="grow" />
          <Button
            variant="filled"
            leftSection={<Icon name="copy" />}
            onClick={() => copyText(text, 'The answer is copied.')}
          >
            Copy
          </Button>
        </div>
      </div>
    </section>
  )
}
