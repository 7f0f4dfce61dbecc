import { hashNames, type SignatureRecipe } from '@quoin/core/callbacks/endpoint.ts'
import { type CallbackEventType, callbackEventTypes } from '@quoin/core/callbacks/facts.ts'
import { InvalidArgumentError } from 'commander'

/** `approved,reversed`: the steps that an endpoint wants to hear of. */
export function events(text: string): readonly CallbackEventType[] {
  return text.split(',').map((word) => {
    const type = callbackEventTypes.find((known) => known === word || known === `conversion.${word}`)
    if (type !== undefined) return type
    throw new InvalidArgumentError(`Each must be one of ${callbackEventTypes.join(', ')}.`)
  })
}

/** `none` is how a pattern is taken away. */
export function pattern(text: string): string | null {
  return text === 'none' ? null : text
}

/** `standard`, `none`, or a recipe such as `md5 {user_id}{secret} parameter:sig`. */
export function signature(text: string): SignatureRecipe | 'standard' | null {
  if (text === 'standard') return 'standard'
  if (text === 'none') return null
  const [hashText, over = '', into = ''] = text.trim().split(/\s+/)
  const hash = hashNames.find((known) => known === hashText)
  const [kind, name = ''] = into.split(':')
  if (hash === undefined || over === '' || name === '' || !['parameter', 'header'].includes(kind ?? '')) {
    throw new InvalidArgumentError(
      `It must be standard, none, or "<hash> <what> <where>" such as "md5 {user_id}{secret} parameter:sig", with a hash of ${hashNames.join(', ')}.`,
    )
  }
  const whole = (['url', 'body', 'sorted_query'] as const).find((known) => known === over)
  return {
    hash,
    over: whole ?? { text: over },
    into: kind === 'header' ? { header: name } : { parameter: name },
  }
}

/** A day or a moment: `2026-11-21` or `2026-11-21T12:00:00Z`. */
export function moment(text: string): number {
  const ms = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d)?Z)?$/.test(text) ? Date.parse(text) : Number.NaN
  if (!Number.isNaN(ms)) return ms
  throw new InvalidArgumentError('It must be a day or a UTC time such as 2026-11-21T12:00:00Z.')
}
