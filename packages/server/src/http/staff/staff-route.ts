import type { Parameters } from '@quoin/contract/fields/field.ts'
import type { Operation, SuccessShape } from '@quoin/contract/operation.ts'
import type { Awaitable } from '@quoin/core/awaitable.ts'
import type { StaffRole } from '@quoin/core/people/staff-role.ts'
import type { Answer, Call, RouteOf } from '../route.ts'
import { noteOrigin } from './note-origin.ts'
import type { RoleHolder } from './prove-role.ts'

/** A caller of the operator API: a person who has signed in, or a program with a token. */
export interface Staff extends RoleHolder {
  readonly role: StaffRole
}

interface StaffCall<
  Query extends Parameters = Parameters,
  Body extends Parameters = Parameters,
  Path extends Parameters = Parameters,
> extends Omit<Call<Query, Body, Path>, 'caller'> {
  readonly staff: Staff
}

/** Ties a handler of the operator API to its operation. */
export function staffRoute<
  Query extends Parameters,
  Body extends Parameters,
  Path extends Parameters,
  Success extends readonly SuccessShape[],
>(
  operation: Operation<Query, Body, Path, Success>,
  handle: (call: StaffCall<Query, Body, Path>) => Awaitable<Answer<Success>>,
): RouteOf<Staff> {
  return {
    operation,
    // Safe: path, query and body are read with this very operation before the handler is called.
    handle: ({ caller, ...call }) =>
      handle({ ...call, ports: noteOrigin(call), staff: caller } as unknown as StaffCall<Query, Body, Path>),
  }
}
