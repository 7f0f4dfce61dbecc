import assert from 'node:assert/strict'
import { test } from 'node:test'
import type * as lookups from './lookup-operations.ts'
import type { ManageOperation } from './manage/operations.ts'
import type * as publisherOperations from './operations.ts'
import type { OperatorOperation } from './operator/operations.ts'
import type { PeopleOperation } from './people/operations.ts'
import type { Shown } from './shown.ts'
import type * as statistics from './stats-operation.ts'

type Publisher = typeof lookups & typeof publisherOperations & typeof statistics
type Known = OperatorOperation | ManageOperation | PeopleOperation | Publisher[keyof Publisher]
type Row = Extract<Known, { readonly id: string }>

/** The paths of values that may be anything to the compiler, or nothing. */
type Untyped<Value, Path extends string> = [Value] extends [never]
  ? Path
  : unknown extends Value
    ? Path
    : Value extends readonly (infer Item)[]
      ? Untyped<Item, `${Path}[]`>
      : Value extends object
        ? { [Name in keyof Value & string]: Untyped<Value[Name], `${Path}.${Name}`> }[keyof Value & string]
        : never

type UntypedIn<Shape, Part extends 'data' | 'meta', Id extends string> = Shape extends {
  readonly [Name in Part]: object
}
  ? Untyped<Shown<Shape, Part>, `${Id}: ${Part}`>
  : never

type UntypedOf<One> = One extends Row
  ?
      | UntypedIn<One['success'][number], 'data', One['id']>
      | UntypedIn<One['success'][number], 'meta', One['id']>
  : never

test('the compiler knows the type of every value in an answer', () => {
  const untyped: readonly UntypedOf<Row>[] = []
  assert.deepEqual(untyped satisfies readonly never[], [])
})
