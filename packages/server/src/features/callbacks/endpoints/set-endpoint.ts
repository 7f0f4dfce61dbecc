import {
  type CallbackEndpoint,
  callbackSecretPurpose,
  type SignatureScheme,
  standardSignature,
} from '@quoin/core/callbacks/endpoint.ts'
import { transactionIdLengths } from '@quoin/core/callbacks/transaction-id.ts'
import type { EndpointMode, StoredEndpoint } from '@quoin/core/callbacks/stored-endpoint.ts'
import { writeWebhookSecret } from '@quoin/core/callbacks/webhook-secret.ts'
import { invalidFields, notFound } from '@quoin/core/errors.ts'
import type { OtherReceiver } from '../../../dialects/dialect.ts'
import { callbackFormats, otherReceiversOf, signatureSchemeOf, standardsOf } from '../../../dialects/index.ts'
import type { Ports } from '../../../ports/ports.ts'
import type { EndpointSetup } from '../../../store/callbacks/callback-endpoints.ts'
import type { Db } from '../../../store/pg/database.ts'
import { type EndpointNeeds, noteChange } from './change-endpoint.ts'
import { type EndpointDraft, endpointProblems } from './endpoint-problems.ts'
import { maskUrl } from '../requests/mask-request.ts'

/** The owner's choices; those left out stay, or take the standard of the format's receivers. */
export type EndpointChoices = Partial<
  Pick<
    CallbackEndpoint,
    'format' | 'url' | 'method' | 'parameters' | 'events' | 'reversalStyle' | 'amounts' | 'transactionIds'
  >
> & {
  readonly mode?: EndpointMode
  /** `standard`: that of the dialect, or of Quoin for an own template. */
  readonly signature?: SignatureScheme | 'standard' | 'none'
  readonly okBody?: string | null
  readonly failureBody?: string | null
  /** One that the receiver knows already; else one is made. */
  readonly secret?: string
}

interface EndpointRequest {
  readonly appId: number
  readonly name: string
  readonly choices: EndpointChoices
  readonly actor: string
}

interface EndpointSet {
  readonly endpointId: number
  readonly isNew: boolean
  /** The secret for the receiver, if it was set or made now; shown this once. */
  readonly secret: string | null
  readonly reversals: ReversalsShown
}

/** How an endpoint tells of what is taken back, and for which receivers another way is right. */
export interface ReversalsShown {
  readonly style: EndpointSetup['reversalStyle']
  readonly amounts: EndpointSetup['amounts']
  readonly transactionIdLength: ReturnType<typeof transactionIdLengths>
  readonly otherReceivers: readonly OtherReceiver[]
}

type Needs = EndpointNeeds & Pick<Ports, 'keyring' | 'outgoing' | 'random'>

/**
 * Sets up where an app is told of its conversions. An endpoint is known by its app and name, so that setting
 * it up twice does not tell everything twice. In force at once here, within a second in other processes.
 * Throws INVALID_REQUEST with every problem, RESOURCE_NOT_FOUND for an unknown app.
 */
export async function setEndpoint(needs: Needs, request: EndpointRequest): Promise<EndpointSet> {
  const { db, store, keyring, snapshots } = needs
  const { choices, actor } = request
  const set = await db.transaction(async (tx) => {
    const { setup, existing } = await draftEndpoint({ ...needs, db: tx }, request)
    const { id, isNew } = await store.callbackEndpoints.upsertEndpoint(tx, setup)
    // From this moment on it is told of offers, if it asks for them.
    await store.offerFollowers.keepFollowers(tx)
    const hasSecret = existing !== undefined && existing.secrets.currentSealed !== null
    const needsSecret = isSigned(setup) && (!hasSecret || wasNative(existing) !== (setup.format === 'native'))
    const secret = choices.secret ?? (needsSecret ? makeSecret(needs, setup.format) : null)
    if (secret !== null) {
      const sealed = keyring.seal(callbackSecretPurpose, secret)
      await store.callbackEndpoints.updateEndpointSecret(tx, id, { sealed, previousUntilMs: 0 })
    }
    await noteChange(needs, tx, { actor, action: 'set', endpointId: id, details: detailsOf(setup) })
    return { endpointId: id, isNew, secret, reversals: reversalsOf(setup) }
  })
  await snapshots.refresh('apps')
  return set
}

interface EndpointDrafted {
  readonly setup: EndpointSetup
  /** The one of that name, as it is. */
  readonly existing: StoredEndpoint | undefined
}

/** An endpoint as it would be set, with nothing written. Throws as `setEndpoint` does. */
export async function draftEndpoint(
  { db, store, outgoing }: Pick<Ports, 'store' | 'outgoing'> & { readonly db: Db },
  request: Omit<EndpointRequest, 'actor'>,
): Promise<EndpointDrafted> {
  const { appId, name, choices } = request
  if (!(await store.apps.findAppById(db, appId))) throw notFound(`There is no app ${appId}.`)
  const known = await store.callbackEndpoints.listEndpointsOfApps(db, [appId])
  const existing = known.find((endpoint) => endpoint.name === name)
  const setup = setupOf(request, existing)
  assertWell({ outgoing }, setup, { existing, secret: choices.secret ?? null })
  return { setup, existing }
}

function reversalsOf({ format, reversalStyle, amounts, transactionIds }: EndpointSetup): ReversalsShown {
  return {
    style: reversalStyle,
    amounts,
    transactionIdLength: transactionIdLengths(transactionIds, reversalStyle),
    otherReceivers: otherReceiversOf(format),
  }
}

/** A secret of the form that the format's receivers expect. */
export function makeSecret({ random }: Pick<Ports, 'random'>, format: string): string {
  return format === 'native' ? writeWebhookSecret(random(32)) : random(24).toString('base64url')
}

export function isSigned(setup: Pick<EndpointSetup, 'format' | 'signature'>): boolean {
  return setup.format === 'native' || signatureSchemeOf(setup) !== null
}

function wasNative(existing: StoredEndpoint | undefined): boolean {
  return existing?.format === 'native'
}

function setupOf(
  { appId, name, choices }: Omit<EndpointRequest, 'actor'>,
  existing: StoredEndpoint | undefined,
): EndpointSetup {
  const format = choices.format ?? existing?.format ?? 'native'
  const standards = standardsOf(format)
  const url = choices.url ?? existing?.url
  if (standards === undefined || url === undefined) throw invalidFields(missing(standards === undefined))
  // Another format has other habits: of the old one only the address and the mode stay.
  const base =
    existing?.format === format ? existing : { ...standards, parameters: null, signature: undefined }
  const method = choices.method ?? base.method
  return {
    appId,
    name,
    mode: choices.mode ?? existing?.mode ?? 'live',
    format,
    url,
    method,
    parameters: choices.parameters === undefined ? base.parameters : choices.parameters,
    signature: signatureOf(choices.signature === undefined ? base.signature : choices.signature, {
      format,
      method,
    }),
    events: choices.events ?? base.events,
    success: {
      okBody: choices.okBody === undefined ? base.success.okBody : choices.okBody,
      failureBody: choices.failureBody === undefined ? base.success.failureBody : choices.failureBody,
    },
    reversalStyle: choices.reversalStyle ?? base.reversalStyle,
    amounts: choices.amounts ?? base.amounts,
    transactionIds: choices.transactionIds ?? base.transactionIds,
  }
}

function missing(isFormat: boolean) {
  const message = isFormat ? `must be one of ${callbackFormats.join(', ')}` : 'is required for a new endpoint'
  return [{ field: isFormat ? 'format' : 'url', rule: isFormat ? 'one_of' : 'required', message }]
}

/** An own template is signed unless its owner says otherwise: anybody could forge what is not. */
function signatureOf(
  chosen: EndpointSetup['signature'] | 'standard' | undefined,
  { format, method }: Pick<EndpointSetup, 'format' | 'method'>,
): EndpointSetup['signature'] {
  if (chosen !== undefined && chosen !== 'standard') return chosen
  return format === 'template' ? standardSignature[method] : null
}

function assertWell(
  { outgoing }: Pick<Ports, 'outgoing'>,
  setup: EndpointSetup,
  { existing, secret }: { existing: StoredEndpoint | undefined; secret: string | null },
): void {
  const draft: EndpointDraft = { ...setup, secret }
  const problems = [...endpointProblems({ outgoing }, draft)]
  const isKept = existing !== undefined && existing.secrets.currentSealed !== null
  if (secret !== null && isKept && existing.format === setup.format) {
    const message = 'The endpoint has a secret: rotate it, so that both are accepted for a while.'
    problems.push({ field: 'secret', rule: 'unset', message })
  }
  if (problems.length > 0) throw invalidFields(problems)
}

function detailsOf({ url, ...setup }: EndpointSetup): object {
  return { ...setup, url: maskUrl(url) }
}
