import type { Mode } from '@quoin/core/apps/app.ts'
import { readCredential } from '@quoin/core/credentials/credential.ts'
import { invalidRequest } from '@quoin/core/errors.ts'
import { cellOfId, homeCell, idTimeMs, readId } from '@quoin/core/tracking/click-id.ts'
import type { Ports } from '../../ports/ports.ts'
import type { IdKind } from '../../store/system/id-cells.ts'

/** Everything that an id of Quoin, or a public key, says by itself, and the kind of the row that has it. */
export interface ToldId {
  readonly id: string
  /** `id`: one of ours by its form, of no row that is kept here. */
  readonly kind: IdKind | 'request' | 'key' | 'id'
  /** A key's alone. */
  readonly mode: Mode | null
  /** Unix milliseconds; a key does not tell. */
  readonly madeAtMs: number | null
  readonly cell: number
  /** False where it was made before cells were recorded, and is of the home cell for that. */
  readonly isRecorded: boolean
}

const requestPrefix = /^req_/i
/** Also within something else, or broken off: nothing of it may be shown. */
const secretForm = /sk_(live|test)|q[op]t_/i

/**
 * Reads the id of a click, a conversion, a callback, a postback or a request, or a public key. Throws INVALID_REQUEST for
 * anything else, and for a secret, neither of which it repeats.
 */
export async function tellId({ db, store }: Pick<Ports, 'db' | 'store'>, given: string): Promise<ToldId> {
  const text = given.trim()
  assertNoSecret(text)
  const key = readCredential(text)
  if (key !== undefined) {
    return {
      id: text,
      kind: 'key',
      mode: key.mode,
      madeAtMs: null,
      cell: key.cell ?? homeCell,
      isRecorded: key.cell !== undefined,
    }
  }
  const isRequest = requestPrefix.test(text)
  const id = readId(text.replace(requestPrefix, ''))
  if (id === undefined) {
    throw invalidRequest(
      'This is no id of Quoin: an id is 36 characters such as 0198f0a1-7e2c-7b3a-9c4d-1234567890ab, after req_ for a ' +
        'request, and a key is pk_live_… or pk_test_… as a whole.',
    )
  }
  const fromMs = await store.idCells.findCellsRecordedFrom(db)
  return {
    id: isRequest ? `req_${id}` : id,
    kind: isRequest ? 'request' : ((await store.idCells.findKindOfId(db, id)) ?? 'id'),
    mode: null,
    madeAtMs: idTimeMs(id),
    ...cellOfId(id, fromMs),
  }
}

/** Throws INVALID_REQUEST for what looks like a secret. */
export function assertNoSecret(text: string): void {
  if (!secretForm.test(text)) return
  throw invalidRequest(
    'This looks like a secret, of which nothing is shown. Its cell is that of its public key; and it may stand in the ' +
      'history of your terminal now: rotate it with apps rotate-secret.',
  )
}
