import type { QuietHours } from '@quoin/core/alerts/quiet-hours.ts'
import { invalidFields } from '@quoin/core/errors.ts'
import type { Ports } from '../../ports/ports.ts'
import { noteChange } from '../audit/note-change.ts'

/** Chooses when nothing is sent. Throws INVALID_REQUEST for an unknown time zone. */
export async function updateQuietHours(
  ports: Pick<Ports, 'db' | 'store' | 'clock'>,
  { actor, ...after }: QuietHours & { readonly actor: string },
): Promise<void> {
  if (!isTimeZone(after.timeZone)) {
    const message = 'must be a time zone such as Europe/Berlin'
    throw invalidFields([{ field: 'timeZone', rule: 'format', message }])
  }
  await ports.db.transaction(async (tx) => {
    const before = await ports.store.alerts.findQuietHours(tx)
    await ports.store.alerts.updateQuietHours(tx, after)
    const change = { action: 'alert_settings.updated' as const, object: 'alert_settings', before, after }
    await noteChange({ ...ports, actor }, tx, change)
  })
}

function isTimeZone(text: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: text }).format(0) !== ''
  } catch {
    return false
  }
}
