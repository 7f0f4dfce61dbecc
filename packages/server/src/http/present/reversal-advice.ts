import type { ReversalsShown } from '../../features/callbacks/endpoints/set-endpoint.ts'

/** The receivers that need another choice, in the fields of the APIs. */
export function presentReversalAdvice({ otherReceivers }: ReversalsShown): string {
  const sentences = otherReceivers.map(
    ({ habit, needs: { field, value } }) => `A receiver that ${habit} needs "${field}": "${value}".`,
  )
  return `${sentences.join(' ')} Send a test with "case": "reversal", and look at the balance.`
}
