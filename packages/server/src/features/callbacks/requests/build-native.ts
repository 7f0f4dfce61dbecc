import { createHmac } from 'node:crypto'
import type { NativeBody, OfferBody } from '@quoin/contract/webhooks.ts'
import { amountsOf } from '@quoin/core/callbacks/amounts.ts'
import type { CallbackEndpoint } from '@quoin/core/callbacks/endpoint.ts'
import type { CallbackFacts, OfferNews } from '@quoin/core/callbacks/facts.ts'
import { readWebhookSecret } from '@quoin/core/callbacks/webhook-secret.ts'
import { assert } from '@quoin/core/errors.ts'
import { secondsOf } from '@quoin/core/time/seconds-of.ts'
import type { OutgoingRequest } from '../../../ports/outgoing.ts'
import type { Keyring } from '../../../ports/ports.ts'

/** The purpose of the key pair whose public half stands in the key document. */
export const callbackSigningPurpose = 'callbacks'

interface NativeCallback {
  readonly keyring: Keyring
  readonly facts: CallbackFacts
  readonly endpoint: CallbackEndpoint
  /** Opened, the current one first. */
  readonly secrets: readonly string[]
  readonly sentAtMs: number
}

/** A POST by the Standard Webhooks specification 1.0; every secret that still counts signs it. */
export function buildNativeRequest(callback: NativeCallback): OutgoingRequest {
  const { facts, endpoint } = callback
  return signNative(callback, { id: facts.callbackId, body: JSON.stringify(presentNative(facts, endpoint)) })
}

/** The same about offers. It says what changed, not how it is now: a late one puts nothing old back. */
export function buildOfferRequest(
  callback: Omit<NativeCallback, 'facts'> & { readonly news: OfferNews },
): OutgoingRequest {
  const { callbackId, eventType, happenedAtMs, changes } = callback.news
  const body: OfferBody = {
    type: eventType,
    timestamp: new Date(happenedAtMs).toISOString(),
    data: {
      callback_id: callbackId,
      changes: changes.map(({ offerId, sequence }) => ({ offer_id: offerId, sequence })),
    },
  }
  return signNative(callback, { id: callbackId, body: JSON.stringify(body) })
}

function signNative(
  callback: Omit<NativeCallback, 'facts'>,
  { id, body }: { readonly id: string; readonly body: string },
): OutgoingRequest {
  const { keyring, endpoint, secrets } = callback
  const timestamp = String(secondsOf(callback.sentAtMs))
  const signed = `${id}.${timestamp}.${body}`
  const signatures = [
    ...secrets.map((secret) => `v1,${createHmac('sha256', keyOf(secret)).update(signed).digest('base64')}`),
    ...keyring
      .signOpenly(callbackSigningPurpose, signed)
      .map((signature) => `v1a,${signature.toString('base64')}`),
  ]
  return {
    method: 'POST',
    url: endpoint.url,
    headers: {
      'content-type': 'application/json',
      'webhook-id': id,
      'webhook-timestamp': timestamp,
      'webhook-signature': signatures.join(' '),
    },
    body,
  }
}

/** The text that the signatures of a native callback are over. */
export function nativeText({ headers, body }: OutgoingRequest): string {
  return `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`
}

function keyOf(secret: string): Uint8Array {
  const key = readWebhookSecret(secret)
  assert(key, 'a stored callback secret has the form that was checked when it was stored')
  return key
}

/** The body. Amounts are decimal texts, so that no receiver reads them as floats by accident. */
function presentNative(facts: CallbackFacts, endpoint: CallbackEndpoint): NativeBody {
  const amounts = amountsOf(facts, endpoint.amounts)
  return {
    type: facts.eventType,
    timestamp: new Date(facts.happenedAtMs).toISOString(),
    data: {
      callback_id: facts.callbackId,
      conversion_id: facts.conversionId,
      version: facts.version,
      status: facts.status,
      previous_status: facts.previousStatus,
      reason: facts.reason,
      user_id: facts.userId,
      sub_id: facts.subId,
      click_id: facts.clickId,
      offer: { offer_id: facts.offerId, external_id: facts.offerExternalId, name: facts.offerName },
      goal: facts.goal === '' ? null : { id: facts.goal, name: facts.goalName },
      transaction_id: facts.txnId,
      payout: amounts.payout,
      payout_local: amounts.payoutLocal,
      change: amounts.change,
      change_local: amounts.changeLocal,
      currency: facts.currency,
      country: facts.country,
      user_ip: facts.userIp,
      clicked_at: secondsOf(facts.clickedAtMs),
      happened_at: secondsOf(facts.happenedAtMs),
      is_test: facts.isTest,
    },
  }
}
