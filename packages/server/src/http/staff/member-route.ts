import type { Parameters } from '@quoin/contract/fields/field.ts'
import type { Operation, SuccessShape } from '@quoin/contract/operation.ts'
import type { Awaitable } from '@quoin/core/awaitable.ts'
import type { MemberRole } from '@quoin/core/people/member-role.ts'
import type { PublisherStatus } from '@quoin/core/publishers/publisher.ts'
import type { Answer, Call, RouteOf } from '../route.ts'
import { noteOrigin } from './note-origin.ts'
import type { RoleHolder } from './prove-role.ts'

/** A caller of the management API, with their publisher. Whatever is not this publisher's does not exist for them. */
export interface Member extends RoleHolder {
  readonly role: MemberRole
  readonly publisherId: number
  /** Its name. */
  readonly publisher: string
  readonly publisherStatus: PublisherStatus
  /** Somebody of the platform who looks at the publisher's pages. */
  readonly isView: boolean
}

interface MemberCall<Query extends Parameters, Body extends Parameters, Path extends Parameters>
  extends Omit<Call<Query, Body, Path>, 'caller'> {
  readonly member: Member
}

/** Ties a handler of the management API to its operation. */
export function memberRoute<
  Query extends Parameters,
  Body extends Parameters,
  Path extends Parameters,
  Success extends readonly SuccessShape[],
>(
  operation: Operation<Query, Body, Path, Success>,
  handle: (call: MemberCall<Query, Body, Path>) => Awaitable<Answer<Success>>,
): RouteOf<Member> {
  return {
    operation,
    // Safe: path, query and body are read with this very operation before the handler is called.
    handle: ({ caller, ...call }) =>
      handle({ ...call, ports: noteOrigin(call), member: caller } as unknown as MemberCall<
        Query,
        Body,
        Path
      >),
  }
}
