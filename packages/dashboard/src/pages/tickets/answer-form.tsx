import { Button, Radio, Textarea } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useChange } from '../../api/use-change.ts'
import { Failure } from '../../parts/feedback/failure.tsx'
import { toast } from '../../parts/feedback/toaster.tsx'
import { answerWords, type Ticket, type TicketAnswer } from './ticket-words.ts'

interface AnswerFormProps {
  readonly ticket: Ticket
  readonly onAnswered: () => void
}

const renews = ['listTickets', 'listNeeds', 'listAudit'] as const
const isAnswer = (word: string): word is TicketAnswer => Object.hasOwn(answerWords, word)

/** The answer and its reason, as the user reads them; the button names it. */
export function AnswerForm({ ticket, onAnswered }: AnswerFormProps) {
  const [answer, setAnswer] = useState<TicketAnswer>('credited')
  const [because, setBecause] = useState('')
  const send = useChange('answerTicket', { renews })
  const { verb, effect, reasons } = answerWords[answer]
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const body = { answer, because: because.trim() }
    // Awaited here, for the answered ticket leaves the list, and this form with it.
    await send.mutateAsync({ path: { ticketId: ticket.id }, body })
    toast(`${ticket.user_id} reads the answer in the wall.`)
    onAnswered()
  }
  return (
    <form className="stack ticket-answer" onSubmit={(event) => submit(event).catch(() => undefined)}>
      <Radio.Group
        label="Your answer"
        description="The answer moves no money. You confirm or refuse a claim in Review, which answers its ticket by itself."
        value={answer}
        onChange={(next) => isAnswer(next) && setAnswer(next)}
      >
        <div className="ticket-choices">
          {Object.entries(answerWords).map(([value, { label }]) => (
            <Radio key={value} value={value} label={label} />
          ))}
        </div>
      </Radio.Group>
      <p className="sm muted">{effect}</p>
      <Textarea
        label="Why, in words for the user"
        required
        autosize
        minRows={2}
        maxRows={6}
        maxLength={255}
        value={because}
        onChange={(event) => setBecause(event.currentTarget.value)}
      />
      <div className="row">
        {reasons.map((reason) => (
          <Button key={reason} size="xs" onClick={() => setBecause(reason)}>
            {reason}
          </Button>
        ))}
      </div>
      {send.error !== null && <Failure what="They were not answered" error={send.error} />}
      <div className="row">
        <Button type="submit" variant="filled" loading={send.isPending} disabled={because.trim() === ''}>
          {verb}
        </Button>
      </div>
    </form>
  )
}
