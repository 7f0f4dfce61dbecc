import { minuteMs } from '@quoin/core/time/durations.ts'
import type { Need } from '@quoin/core/alerts/need.ts'
import type { Ports } from '../../ports/ports.ts'
import type { Transaction } from '../../store/pg/database.ts'
import { listNeeds } from './list-needs.ts'

type NoteNeeds = Pick<
  Ports,
  | 'db'
  | 'store'
  | 'clock'
  | 'newId'
  | 'exclusions'
  | 'snapshots'
  | 'disk'
  | 'settings'
  | 'process'
  | 'backups'
>

const lookEveryMs = 25_000
/** A cause that comes and goes within this time is one cause, told once. */
const overAfterMs = 2 * minuteMs

interface Noted {
  readonly begun: number
  readonly over: number
}

/**
 * Looks at what needs a person, and enters what began and what is over, each with the messages that tell of it, in one
 * transaction: a restart repeats nothing. Undefined where another process has just looked.
 */
export async function noteAlerts(ports: NoteNeeds): Promise<Noted | undefined> {
  const { db, store, clock } = ports
  if (!(await store.alerts.takeLook(db, { nowMs: clock.nowMs(), everyMs: lookEveryMs }))) return undefined
  const needs = (await listNeeds(ports)).filter(({ isUrgent }) => isUrgent)
  return await db.transaction(async (tx) => {
    const open = await store.alerts.lockOpenAlerts(tx)
    const openByCause = new Map(open.map((alert) => [alert.cause, alert]))
    let begun = 0
    for (const need of needs) {
      const known = openByCause.get(need.cause)
      if (known) await store.alerts.keepAlert(tx, { ...need, id: known.id })
      else begun += Number(await begin(ports, tx, need))
    }
    const present = new Set(needs.map(({ cause }) => cause))
    let over = 0
    for (const alert of open.filter(({ cause }) => !present.has(cause))) {
      over += Number(await miss(ports, tx, alert))
    }
    return { begun, over }
  })
}

async function begin({ store, clock, newId }: NoteNeeds, tx: Transaction, need: Need): Promise<boolean> {
  const nowMs = clock.nowMs()
  const alertId = newId()
  if (!(await store.alerts.insertAlert(tx, { ...need, id: alertId, beganAtMs: nowMs }))) return false
  const channels = (await store.alertChannels.listChannels(tx)).filter(({ isOn }) => isOn)
  const channelIds = channels.map(({ id }) => id)
  await store.alertMessages.insertBegun(tx, {
    alertId,
    channelIds,
    ids: channelIds.map(() => newId()),
    nowMs,
  })
  return true
}

/** True where it is over by that. */
async function miss(
  { store, clock, newId }: NoteNeeds,
  tx: Transaction,
  { id, absentSinceMs }: { readonly id: string; readonly absentSinceMs: number | null },
): Promise<boolean> {
  const nowMs = clock.nowMs()
  if (absentSinceMs === null) {
    await store.alerts.missAlert(tx, id, nowMs)
    return false
  }
  if (nowMs - absentSinceMs < overAfterMs) return false
  await store.alerts.endAlert(tx, id, absentSinceMs)
  await store.alertMessages.withdrawWaiting(tx, id)
  for (const channelId of await store.alertMessages.listToldChannels(tx, id)) {
    await store.alertMessages.insertOver(tx, { id: newId(), alertId: id, channelId, nowMs })
  }
  return true
}
