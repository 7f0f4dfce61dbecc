import { createChannel } from '../../../packages/server/src/features/alerts/alert-channels.ts'
import type { World } from '../world.ts'
import { type MakeSample, nothing } from './samples.ts'

let made = 0

async function addChannel({ ports }: World): Promise<{ path: { channelId: string } }> {
  made += 1
  const name = `Chat ${made}`
  // Not to be reached, and removed again, as there may be only so many.
  await ports.db.query('delete from alert_channels')
  const address = 'https://chat.invalid/hook'
  const id = await createChannel(ports, { kind: 'webhook', name, address, actor: 'test' })
  return { path: { channelId: String(id) } }
}

export const alertSamples: Readonly<Record<string, MakeSample>> = {
  listNeeds: nothing,
  listAlerts: nothing,
  listAlertRules: nothing,
  listAlertChannels: nothing,
  changeAlertRule: () => ({ path: { rule: 'margin_low' }, body: { threshold: 7, on: false } }),
  createAlertChannel() {
    made += 1
    return { body: { kind: 'webhook', name: `Chat ${made}`, address: 'https://chat.invalid/hook' } }
  },
  changeAlertChannel: async (world) => ({ ...(await addChannel(world)), body: { on: false } }),
  removeAlertChannel: addChannel,
  testAlertChannel: addChannel,
  changeQuietHours: () => ({ body: { quietFrom: 60, quietTo: 120, timeZone: 'Europe/Berlin' } }),
}
