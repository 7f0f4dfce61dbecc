import type { Parameters } from '@quoin/contract/fields/field.ts'
import type { Operation, SuccessShape } from '@quoin/contract/operation.ts'
import { assert } from '@quoin/core/errors.ts'
import type { Awaitable } from '@quoin/core/awaitable.ts'
import { noteOrigin } from '../../http/staff/note-origin.ts'
import type { Visitor } from '../../http/staff/prove-visitor.ts'
import type { Answer, Call, RouteOf } from '../../http/route.ts'
import type { PersonSession } from '../../ports/people.ts'

type VisitorCall<Query extends Parameters, Body extends Parameters, Path extends Parameters> = Omit<
  Call<Query, Body, Path>,
  'caller'
> & { readonly visitor: Visitor }

/** Ties a handler to an operation of people who have not signed in yet. */
export function visitorRoute<
  Query extends Parameters,
  Body extends Parameters,
  Path extends Parameters,
  Success extends readonly SuccessShape[],
>(
  operation: Operation<Query, Body, Path, Success>,
  handle: (call: VisitorCall<Query, Body, Path>) => Awaitable<Answer<Success>>,
): RouteOf<Visitor> {
  return {
    operation,
    // Safe: path, query and body are read with this very operation before the handler is called.
    handle: ({ caller, ...call }) =>
      handle({ ...call, ports: noteOrigin(call), visitor: caller } as unknown as VisitorCall<
        Query,
        Body,
        Path
      >),
  }
}

/** The same of people who have. */
export function personRoute<
  Query extends Parameters,
  Body extends Parameters,
  Path extends Parameters,
  Success extends readonly SuccessShape[],
>(
  operation: Operation<Query, Body, Path, Success>,
  handle: (
    call: VisitorCall<Query, Body, Path> & { readonly person: PersonSession },
  ) => Awaitable<Answer<Success>>,
): RouteOf<Visitor> {
  return visitorRoute(operation, (call) => {
    const { person } = call.visitor
    assert(person !== undefined, 'the proof has found who it is')
    return handle({ ...call, person })
  })
}
