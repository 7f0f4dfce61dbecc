import { useMutation, useQueryClient, type UseMutationResult } from '@tanstack/react-query'
import { callOperation } from './client.ts'
import type { AnswerOf, Input, OperationId } from './operation-types.ts'

interface ChangeOptions<Given, Whole> {
  /** Whose answers are asked for again; of every operation unless given. */
  readonly renews?: readonly OperationId[]
  /** Adds what every call of a page has in common. */
  readonly prepare?: (input: Given) => Whole
}

/** Calls an operation that changes something; then the answers that it made old are asked for again. */
export function useChange<Id extends OperationId, Given = Input<Id>>(
  id: Id,
  { renews, prepare }: ChangeOptions<Given, Input<Id>> = {},
): UseMutationResult<AnswerOf<Id>, unknown, Given> {
  const client = useQueryClient()
  return useMutation({
    // Without `prepare` what is given is the input itself.
    mutationFn: (input: Given) =>
      callOperation(id, prepare ? prepare(input) : (input as unknown as Input<Id>)),
    onSuccess: () =>
      Promise.all(
        renews === undefined
          ? [client.invalidateQueries()]
          : renews.map((one) => client.invalidateQueries({ queryKey: [one] })),
      ),
  })
}
