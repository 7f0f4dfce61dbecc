import { isQuiet } from '@quoin/core/alerts/quiet-hours.ts'
import { runbookPath } from '@quoin/core/alerts/runbook.ts'
import { minuteMs } from '@quoin/core/time/durations.ts'
import type { Ports } from '../../ports/ports.ts'
import type { LeasedMessage } from '../../store/alerts/alert-messages.ts'
import { type AlertText, sendMessage, type SendNeeds } from './send-message.ts'

type DeliveryNeeds = Pick<Ports, 'db' | 'store' | 'clock' | 'newId' | 'settings'> & SendNeeds

const leaseMs = 2 * minuteMs
const batchMax = 20
/** After each failure so many minutes; then it is given up. */
const pausesMin = [1, 2, 5, 15, 30, 60, 120]

/** Sends what is due, unless hours are quiet; returns how many messages were taken. */
export async function sendAlerts(ports: DeliveryNeeds): Promise<number> {
  const { db, store, clock, newId } = ports
  if (isQuiet(await store.alerts.findQuietHours(db), clock.nowMs())) return 0
  const lease = newId()
  const due = { lease, nowMs: clock.nowMs(), leaseMs, limit: batchMax }
  const messages = await store.alertMessages.leaseMessages(db, due)
  // All at once: one after the other, a slow server would hold the last of them beyond the lease.
  const results = await Promise.all(messages.map((message) => sendLeased(ports, lease, message)))
  return results.filter((failure) => failure === null).length
}

/** Sends one message and notes what became of it: why it failed, or null. */
async function sendLeased(
  ports: DeliveryNeeds,
  lease: string,
  message: LeasedMessage,
): Promise<string | null> {
  const { db, store, clock, settings } = ports
  const { channelKind: kind, addressSealed, channelId, attempts, id } = message
  const failure = await sendMessage(ports, { kind, addressSealed }, textOf(message, settings.baseUrl))
  const nowMs = clock.nowMs()
  const pause = pausesMin[attempts - 1]
  const state = failure === null ? 'sent' : pause === undefined ? 'failed' : 'waiting'
  const nextAttemptAtMs = nowMs + (pause ?? 0) * minuteMs
  await store.alertMessages.endMessage(db, { id, lease, state, failure, nowMs, nextAttemptAtMs })
  await store.alertChannels.noteChannel(db, { id: channelId, failure, nowMs })
  return failure
}

type Told = Pick<LeasedMessage, 'kind' | 'rule' | 'title' | 'sentence' | 'link' | 'beganAtMs' | 'endedAtMs'>

function textOf(
  { kind, rule, title, sentence, link, beganAtMs, endedAtMs }: Told,
  baseUrl: string,
): AlertText {
  const address = `${baseUrl}/dashboard${link}`
  if (kind === 'begun') {
    const path = runbookPath(rule)
    const runbook = path === null ? '' : `\nRunbook: ${baseUrl}${path}`
    const text = `${title}\n${sentence}\nNoticed at ${moment(beganAtMs)}: ${address}${runbook}`
    return { subject: title, text }
  }
  const until = endedAtMs === null ? '' : ` until ${moment(endedAtMs)}`
  const text = `Over: ${title}\nIt lasted from ${moment(beganAtMs)}${until}: ${address}`
  return { subject: `Over: ${title}`, text }
}

function moment(atMs: number): string {
  return `${new Date(atMs).toISOString().slice(0, 16).replace('T', ' ')} UTC`
}
