import type { Click } from '@quoin/core/tracking/click.ts'
import { idTimeMs, readId } from '@quoin/core/tracking/click-id.ts'

/** A clock may be set between the two times of a click; a damaged digit moves one by years. */
const apartMaxMs = 24 * 60 * 60 * 1000

type Fields = { readonly [Name in keyof Click]?: unknown }

const isNumber = (value: unknown): boolean => Number.isSafeInteger(value) && Number(value) >= 0
const isTextOrNull = (value: unknown): boolean => value === null || typeof value === 'string'

/** A value that breaks its row alone, such as an unknown word, is found when that row is written. */
const rules: readonly ((fields: Fields) => boolean)[] = [
  ({ id }) => typeof id === 'string' && readId(id) === id,
  ({ appId, offerId, clickedAtMs }) => [appId, offerId, clickedAtMs].every(isNumber),
  ({ id, clickedAtMs }) => Math.abs(idTimeMs(String(id)) - Number(clickedAtMs)) <= apartMaxMs,
  ({ userId, country }) => typeof userId === 'string' && typeof country === 'string',
  ({ subId, address, userAgent }) => [subId, address, userAgent].every(isTextOrNull),
]

/**
 * A line of the spool, or undefined when it is no click: it may be torn, or damaged on the disk and still be JSON. Whatever
 * is done with a whole batch relies on these fields, so that one damaged line would keep all others on the disk.
 */
export function readClick(line: string): Click | undefined {
  try {
    const fields: unknown = JSON.parse(line)
    return isClick(fields) ? fields : undefined
  } catch {
    return undefined
  }
}

/** The spool writes nothing but clicks: a line whose most telling fields are right is one. */
function isClick(fields: unknown): fields is Click {
  return typeof fields === 'object' && fields !== null && rules.every((holds) => holds(fields))
}
