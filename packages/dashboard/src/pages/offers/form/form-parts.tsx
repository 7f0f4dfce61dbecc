import { Textarea, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { sentenceOf } from '../../../parts/feedback/field-problem.ts'
import type { Part } from './form-row.ts'
import { useAmountLabel } from './paid-in.ts'
import { type OfferDraft, offerRows, offerTexts, type TextName } from './offer-rows.ts'

export interface OfferFields {
  readonly draft: OfferDraft
  readonly onChange: (changed: Partial<OfferDraft>) => void
  /** The server's problem with a field, by its name: `goals.2.payout`. */
  readonly problem: (field: string) => string | undefined
}

interface TextProps extends OfferFields {
  readonly name: TextName
  /** In place of its row's. */
  readonly help?: string
  readonly isRequired?: boolean
  readonly placeholder?: string
}

/** One text of the offer, with what is wrong with it. */
export function OfferText({ draft, onChange, problem, name, placeholder, ...own }: TextProps) {
  const { label, help, kind = 'text', isRequired = false } = { ...offerRows[name], ...own }
  const common = {
    label: useAmountLabel(label, name === 'revenue'),
    value: draft[name],
    error: sentenceOf(problem(name)),
    withAsterisk: isRequired,
    ...(help === undefined ? {} : { description: help }),
    ...(placeholder === undefined ? {} : { placeholder }),
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

/** The texts whose rows name a card. */
export function OfferTexts({ part, ...fields }: OfferFields & { readonly part: Part }) {
  return offerTexts
    .filter((name) => offerRows[name].part === part)
    .map((name) => <OfferText key={name} {...fields} name={name} />)
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
