import * as operations from '@quoin/contract/operations.ts'
import type { Conversion } from '@quoin/core/conversions/conversion.ts'
import { type FieldProblem, invalidFields, notFound } from '@quoin/core/errors.ts'
import { secondsOf } from '@quoin/core/time/seconds-of.ts'
import { route } from '../../../http/route.ts'
import { presentAmount } from '../present-amount.ts'

/** POST /v1/conversions: the publisher's claim. */
export const createConversion = route(
  operations.createConversion,
  async ({ ports, caller, client, body }) => {
    const outcome = await ports.writers.recordClaim({
      appId: caller.app.id,
      userId: body.userId,
      offerId: body.offerId,
      isTest: caller.isTest,
      goal: body.goal ?? '',
      transactionId: body.transactionId ?? null,
      idempotencyKey: readIdempotencyKey(client.header('idempotency-key')),
      amountMicros: body.amount ?? null,
      clickId: body.clickId ?? null,
      currency: caller.app.currency,
    })
    switch (outcome.kind) {
      case 'unknown_offer':
        throw notFound('There is no such offer.')
      case 'unknown_goal':
        throw invalidFields([unknownGoal(outcome.goals)])
      case 'unknown_click':
        throw notFound('There is no such click of this user on this offer.')
      case 'other_body':
        throw invalidFields([otherBody])
      case 'recorded':
        return {
          status: outcome.isNew ? 201 : 200,
          data: presentConversion(outcome.conversion),
          message: outcome.isNew ? 'The claim was recorded.' : 'The claim was already there.',
        }
      default:
        return outcome satisfies never
    }
  },
)

function unknownGoal(goals: readonly string[]): FieldProblem {
  const known = goals.length === 0 ? 'it has none, so leave it out' : goals.join(', ')
  return { field: 'goal', rule: 'unknown', message: `must be a goal of the offer: ${known}` }
}

const otherBody: FieldProblem = {
  field: 'Idempotency-Key',
  rule: 'other_body',
  message: 'came before with another body: a key stands for one claim',
}

const keyLengthMax = 255

/** At most 255 characters. Visible ASCII, as a header can carry it everywhere. */
function readIdempotencyKey(header: string | undefined): string | null {
  const key = header?.trim()
  if (key === undefined) return null
  if (key.length >= 1 && key.length <= keyLengthMax && /^[\x20-\x7e]+$/.test(key)) return key
  const message = `must have 1 to ${keyLengthMax} visible ASCII characters`
  throw invalidFields([{ field: 'Idempotency-Key', rule: 'length', message }])
}

function presentConversion(conversion: Conversion) {
  return {
    conversion_id: conversion.id,
    offer_id: conversion.offerId,
    user_id: conversion.userId,
    click_id: conversion.clickId,
    ...(conversion.goal === '' ? {} : { goal: conversion.goal }),
    status: conversion.status,
    payout: presentAmount(conversion.payoutMicros),
    payout_local: presentAmount(conversion.payoutLocalMicros),
    currency: conversion.currency,
    created_at: secondsOf(conversion.createdAtMs),
  }
}
