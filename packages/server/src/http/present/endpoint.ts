import { writeSignatureScheme } from '@quoin/core/callbacks/signature-text.ts'
import type { EndpointState, StoredEndpoint } from '@quoin/core/callbacks/stored-endpoint.ts'
import { idTimeMs } from '@quoin/core/tracking/click-id.ts'
import { secondsOf } from '@quoin/core/time/seconds-of.ts'
import type { EndpointFared } from '../../features/callbacks/endpoints/show-endpoint.ts'
import { maskUrl } from '../../features/callbacks/requests/mask-request.ts'
import type { EndpointFigures, EndpointListRow } from '../../store/callbacks/endpoint-list.ts'

export function presentEndpoint(
  row: Omit<EndpointListRow, 'app'> & { readonly app: string },
  figures: EndpointFigures | undefined,
) {
  const { tried = 0, delivered = 0, latencyMs = null, waiting = 0, lastAtMs = null } = figures ?? {}
  return {
    id: String(row.id),
    app_id: String(row.appId),
    app: row.app,
    name: row.name,
    url: maskUrl(row.url),
    format: row.format,
    mode: row.mode,
    state: stateOf(row),
    failing_since: secondsOf(row.failingSinceMs),
    failures: row.failures,
    success_share: tried === 0 ? null : delivered / tried,
    latency_ms: latencyMs,
    waiting,
    last_sent_at: secondsOf(lastAtMs),
  }
}

/** One of them with all that is known of it. */
export function presentOneEndpoint(endpoint: StoredEndpoint, { app, figures, counts, nowMs }: EndpointFared) {
  return {
    ...presentEndpoint({ ...endpoint, app }, figures),
    method: endpoint.method,
    events: endpoint.events,
    has_secret: endpoint.secrets.currentSealed !== null,
    previous_secret_ends_at: previousEndsAt(endpoint, nowMs),
    parameters: endpoint.parameters,
    signature: signatureText(endpoint.signature),
    ok_body: endpoint.success.okBody,
    failure_body: endpoint.success.failureBody,
    transaction_ids: endpoint.transactionIds,
    reversal_style: endpoint.reversalStyle,
    amounts: endpoint.amounts,
    waiting_since: figures?.waitingSinceId ? secondsOf(idTimeMs(figures.waitingSinceId)) : null,
    next_attempt_at: secondsOf(figures?.nextAtMs),
    disabled_reason: endpoint.status === 'disabled' ? endpoint.disabledReason : null,
    disabled_at: endpoint.status === 'disabled' ? secondsOf(endpoint.disabledAtMs) : null,
    counts: counts.map(({ state, count }) => ({ state, count })),
    created_at: secondsOf(endpoint.createdAtMs),
  }
}

function previousEndsAt({ secrets }: StoredEndpoint, nowMs: number): number | null {
  const { previousUntilMs } = secrets
  return previousUntilMs !== null && previousUntilMs > nowMs ? secondsOf(previousUntilMs) : null
}

function signatureText(signature: StoredEndpoint['signature']): string {
  if (signature === null) return 'standard'
  return signature === 'none' ? 'none' : writeSignatureScheme(signature)
}

export function stateOf({
  status,
  disabledReason,
  failingSinceMs,
}: Pick<EndpointListRow, 'status' | 'disabledReason' | 'failingSinceMs'>): EndpointState {
  if (status === 'disabled') return disabledReason === 'operator' ? 'paused' : 'dead'
  return failingSinceMs === null ? 'healthy' : 'failing'
}
