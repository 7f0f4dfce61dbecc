import { secondsOf } from '@quoin/core/time/seconds-of.ts'
import {
  changeAlertChannel as changeOperation,
  changeQuietHours as quietOperation,
  createAlertChannel as createOperation,
  listAlertChannels as listOperation,
  removeAlertChannel as removeOperation,
  testAlertChannel as testOperation,
} from '@quoin/contract/operator/overview/alert-operations.ts'
import {
  createChannel,
  listChannels,
  removeChannel,
  switchChannel,
  testChannel,
} from '../../../features/alerts/alert-channels.ts'
import { updateQuietHours } from '../../../features/alerts/quiet-hours.ts'
import { staffRoute } from '../../../http/staff/staff-route.ts'
import { changeAlertRule, listAlertRules, listAlerts } from './list-alerts.ts'

const listAlertChannels = staffRoute(listOperation, async ({ ports }) => {
  const channels = await listChannels(ports)
  const quiet = await ports.store.alerts.findQuietHours(ports.db)
  const data = {
    channels: channels.map((channel) => ({
      id: String(channel.id),
      kind: channel.kind,
      name: channel.name,
      address: channel.addressShown,
      on: channel.isOn,
      created_at: secondsOf(channel.createdAtMs),
      last_sent_at: secondsOf(channel.lastSentAtMs),
      last_failed_at: secondsOf(channel.lastFailedAtMs),
      last_failure: channel.lastFailure,
    })),
    quiet: { quiet_from: quiet.quietFrom, quiet_to: quiet.quietTo, time_zone: quiet.timeZone },
  }
  return { data, message: `${channels.length} channels.` }
})

const createAlertChannel = staffRoute(createOperation, async ({ ports, body, staff }) => {
  const id = await createChannel(ports, { ...body, actor: staff.actor })
  return { status: 201, data: { id: String(id) }, message: `Alerts are sent to “${body.name}”.` }
})

const changeAlertChannel = staffRoute(changeOperation, async ({ ports, path, body, staff }) => {
  await switchChannel(ports, { channelId: path.channelId, isOn: body.on, actor: staff.actor })
  return { data: { id: String(path.channelId) }, message: body.on ? 'It is resumed.' : 'It is paused.' }
})

const removeAlertChannel = staffRoute(removeOperation, async ({ ports, path, staff }) => {
  await removeChannel(ports, { channelId: path.channelId, actor: staff.actor })
  return { data: { id: String(path.channelId) }, message: 'It is removed.' }
})

const testAlertChannel = staffRoute(testOperation, async ({ ports, path, staff }) => {
  const problem = await testChannel(ports, { channelId: path.channelId, actor: staff.actor })
  const message = problem === null ? 'The test message was taken.' : 'The test message was not taken.'
  return { data: { sent: problem === null, problem }, message }
})

const changeQuietHours = staffRoute(quietOperation, async ({ ports, body, staff }) => {
  await updateQuietHours(ports, { ...body, actor: staff.actor })
  const { quietFrom: quiet_from, quietTo: quiet_to, timeZone: time_zone } = body
  return { data: { quiet_from, quiet_to, time_zone }, message: 'Quiet hours are changed.' }
})

export const alertRoutes = [
  listAlerts,
  listAlertRules,
  changeAlertRule,
  listAlertChannels,
  createAlertChannel,
  changeAlertChannel,
  removeAlertChannel,
  testAlertChannel,
  changeQuietHours,
] as const
