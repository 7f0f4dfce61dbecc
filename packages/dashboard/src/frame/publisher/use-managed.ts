import { isAtLeast } from '@quoin/core/people/role-ladder.ts'
import { type MemberRole, memberRoles } from '@quoin/core/people/member-role.ts'
import type { UseMutationResult, UseQueryResult } from '@tanstack/react-query'
import type { AnswerOf, DataOf, OperationId, RowOf } from '../../api/operation-types.ts'
import { useChange } from '../../api/use-change.ts'
import { useOperation } from '../../api/use-operation.ts'
import { type PagedRows, usePages } from '../../api/use-pages.ts'
import { inputHere, type InputHere, useHere, useMySession } from './use-here.ts'

/*
 * `useOperation`, `usePages` and `useChange` for a publisher's pages: publisher, mode and app are those of the address, and
 * need not be given.
 */

export function useManaged<Id extends OperationId>(
  id: Id,
  input: InputHere<Id> = {},
  options: Parameters<typeof useOperation>[2] = {},
): UseQueryResult<DataOf<Id>> {
  return useOperation(id, inputHere<Id>(useHere(), input), options)
}

export function useManagedPages<Id extends OperationId>(
  id: Id,
  input: InputHere<Id> = {},
  options: Parameters<typeof usePages>[2] = {},
): PagedRows<RowOf<Id>> {
  return usePages(id, inputHere<Id>(useHere(), input), options)
}

export function useManagedChange<Id extends OperationId>(
  id: Id,
  { renews }: { readonly renews?: readonly OperationId[] } = {},
): UseMutationResult<AnswerOf<Id>, unknown, InputHere<Id>> {
  const here = useHere()
  const options = renews === undefined ? {} : { renews }
  return useChange(id, { ...options, prepare: (input: InputHere<Id>) => inputHere<Id>(here, input) })
}

/** Whether the reader may do what asks for a role. Pages leave out what their reader may not do. */
export function useMayManage(least: MemberRole): boolean {
  const session = useMySession()
  return session !== undefined && isAtLeast(memberRoles, session.role, least)
}
