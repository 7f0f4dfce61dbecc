import { Money } from '../../parts/value/money.tsx'
import type { Section } from './figure-rows.ts'

/** "2 offers lose money, −3.06 · 3 sub ids below zero, −53.68 USD" */
export function SectionText({ section: { losing } }: { readonly section: Section }) {
  if (losing === undefined)
    return (
      <>
        <b>The others</b> · lowest margin first
      </>
    )
  const { groups, sum, members } = losing
  return (
    <>
      <b>{groups}</b>, <Money amount={sum} />
      {members && (
        <>
          {' · '}
          <b>{members.count}</b>, <Money amount={members.sum} />
        </>
      )}{' '}
      USD
    </>
  )
}
