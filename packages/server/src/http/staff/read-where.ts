import type { Operation } from '@quoin/contract/operation.ts'
import type { Awaitable } from '@quoin/core/awaitable.ts'
import type { Elsewhere } from '../../ports/elsewhere.ts'
import type { Ports } from '../../ports/ports.ts'
import type { Attempt, Prover } from '../prover.ts'
import type { AnyAnswer } from '../route.ts'

interface Calling<Who> extends Pick<Attempt, 'responseHeaders'> {
  readonly prover: Prover<Who>
  readonly operation: Operation
  readonly caller: Who
}

type Handle = (ports: Ports) => Awaitable<AnyAnswer>

/** Runs a handler where its operation is read. One that changes something is noted, so that its caller reads it. */
export function readWhere<Who>(calling: Calling<Who>, handle: Handle): Awaitable<AnyAnswer> {
  const { prover, operation, caller } = calling
  const { ports, actorOf } = prover
  const { elsewhere } = ports
  if (elsewhere === undefined || actorOf === undefined) return handle(ports)
  const actor = actorOf(caller)
  if (operation.method !== 'GET') return change(elsewhere, actor, () => handle(ports))
  return operation.reads === 'elsewhere' ? read(elsewhere, { ...calling, actor }, handle) : handle(ports)
}

/** Also of a call that fails: some of it may be committed. */
async function change(
  elsewhere: Elsewhere,
  actor: string,
  handle: () => Awaitable<AnyAnswer>,
): Promise<AnyAnswer> {
  try {
    return await handle()
  } finally {
    await elsewhere.noteWrite(actor)
  }
}

interface Reading<Who> extends Calling<Who> {
  readonly actor: string
}

async function read<Who>(
  elsewhere: Elsewhere,
  { prover: { ports }, actor, responseHeaders }: Reading<Who>,
  handle: Handle,
): Promise<AnyAnswer> {
  const { result, ageMs } = await elsewhere.read({ actor, primary: ports.db }, (db) =>
    handle({ ...ports, db }),
  )
  if (ageMs !== undefined) responseHeaders.push('x-data-age', Math.ceil(ageMs / 1000))
  return result
}
