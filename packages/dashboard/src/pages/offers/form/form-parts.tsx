import { Textarea, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { sentenceOf } from '../../../parts/feedback/field-problem.ts'
import type { OfferDraft } from './offer-draft.ts'

export interface OfferFields {
  readonly draft: OfferDraft
  readonly onChange: (changed: Partial<OfferDraft>) => void
  /** The server's problem with a field, by its name: `goals.2.payout`. */
  readonly problem: (field: string) => string | undefined
}

/** The fields whose value is one text. */
type TextName = {
  [Name in keyof OfferDraft]: OfferDraft[Name] extends string ? Name : never
}[keyof OfferDraft]

interface TextProps extends OfferFields {
  readonly name: TextName
  readonly label: string
  readonly help?: ReactNode
  readonly required?: boolean
  readonly kind?: 'text' | 'amount' | 'count' | 'time' | 'lines'
  readonly placeholder?: string
  readonly isOff?: boolean
}

/** One text of the offer, with what is wrong with it. */
export function OfferText(props: TextProps) {
  const { draft, onChange, problem, name, label, help, kind = 'text', isOff = false } = props
  const common = {
    ...{ label, value: draft[name], error: sentenceOf(problem(name)), disabled: isOff },
    ...(help === undefined ? {} : { description: help }),
    ...(props.placeholder === undefined ? {} : { placeholder: props.placeholder }),
    withAsterisk: props.required ?? false,
    onChange: (event: { currentTarget: { value: string } }) =>
      onChange({ [name]: event.currentTarget.value }),
  }
  if (kind === 'lines') return <Textarea {...common} autosize minRows={2} maxRows={8} />
  if (kind === 'time') return <TextInput {...common} type="datetime-local" />
  return (
    <TextInput
      {...common}
      {...(kind === 'amount' ? { inputMode: 'decimal' } : {})}
      {...(kind === 'count' ? { inputMode: 'numeric' } : {})}
    />
  )
}

interface PartProps {
  readonly title: string
  readonly id: string
  readonly children: ReactNode
  readonly isWide?: boolean
  readonly actions?: ReactNode
}

/** A card of the form. */
export function FormPart({ title, id, children, isWide = false, actions }: PartProps) {
  return (
    <section className={`card ${isWide ? 'offer-wide' : ''}`} aria-labelledby={id}>
      <div className="card-head">
        <h2 id={id} className="grow">
          {title}
        </h2>
        {actions}
      </div>
      <div className="card-body stack">{children}</div>
    </section>
  )
}
