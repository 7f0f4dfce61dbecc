import type { ManageOperation } from '@quoin/contract/manage/operations.ts'
import type { Operation } from '@quoin/contract/operation.ts'
import type { OperatorOperation } from '@quoin/contract/operator/operations.ts'
import type { PeopleOperation } from '@quoin/contract/people/operations.ts'
import type { Shown } from '@quoin/contract/shown.ts'

type KnownOperation = OperatorOperation | ManageOperation | PeopleOperation

/** Operations that the dashboard may call. Ids of the management API have `My` in them: `listMyApps`. */
export type OperationId = KnownOperation['id']
type OperationOf<Id extends OperationId> = Extract<KnownOperation, { readonly id: Id }>

type QueryValue = string | number | boolean | null | undefined | readonly (string | number)[]
type PathOf<Id extends OperationId> =
  OperationOf<Id> extends Operation<infer _Query, infer _Body, infer Found> ? Found : never

/** The caller's input, by the contract's names. Values are as on the wire; the server reads them. */
export type Input<Id extends OperationId> = {
  readonly query?: { readonly [Name in keyof OperationOf<Id>['query']]?: QueryValue }
  readonly body?: { readonly [Name in keyof OperationOf<Id>['body']]?: unknown }
} & (keyof PathOf<Id> extends never
  ? { readonly path?: Record<never, never> }
  : { readonly path: { readonly [Name in keyof PathOf<Id>]: string } })

type Success<Id extends OperationId> = OperationOf<Id>['success'][number]
/** `data` of an operation's answer, as the contract describes it. */
export type DataOf<Id extends OperationId> = Shown<Success<Id>, 'data'>
/** One row of an operation that answers a list. */
export type RowOf<Id extends OperationId> = DataOf<Id> extends readonly (infer Row)[] ? Row : never

export interface AnswerOf<Id extends OperationId> {
  readonly data: DataOf<Id>
  readonly message: string
  readonly meta: Shown<Success<Id>, 'meta'> & { readonly request_id: string }
  /** The most that the data was old when it came; undefined where it was of the moment. */
  readonly dataAgeSec?: number
}
