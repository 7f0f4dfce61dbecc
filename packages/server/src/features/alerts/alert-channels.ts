import type { AlertChannel, ChannelKind } from '@quoin/core/alerts/alert-channel.ts'
import { invalidFields, notFound } from '@quoin/core/errors.ts'
import type { Ports } from '../../ports/ports.ts'
import { noteChange } from '../audit/note-change.ts'
import { channelPurpose, sendMessage, type SendNeeds } from './send-message.ts'

type ChannelNeeds = Pick<Ports, 'db' | 'store' | 'clock' | 'keyring' | 'outgoing'>

interface NewChannel {
  readonly kind: ChannelKind
  readonly name: string
  /** An e-mail address, or the URL of a webhook. */
  readonly address: string
  readonly actor: string
}

const channelsMax = 20

/** Adds a place that alerts are sent to. Throws INVALID_REQUEST for a bad address or a name that is taken. */
export async function createChannel(ports: ChannelNeeds, channel: NewChannel): Promise<number> {
  const { db, store, clock, keyring } = ports
  const { kind, name, address, actor } = channel
  const problem = addressProblem(ports, channel)
  if (problem !== undefined) throw invalidFields([{ field: 'address', rule: 'format', message: problem }])
  const addressShown = kind === 'email' ? address : new URL(address).origin
  const kept = { kind, name, addressSealed: keyring.seal(channelPurpose, address), addressShown }
  return await db.transaction(async (tx) => {
    if ((await store.alertChannels.listChannels(tx)).length >= channelsMax) {
      const message = `there may be ${channelsMax} of them`
      throw invalidFields([{ field: 'name', rule: 'count', message }])
    }
    const id = await store.alertChannels.insertChannel(tx, { ...kept, createdAtMs: clock.nowMs() })
    if (id === undefined) {
      throw invalidFields([{ field: 'name', rule: 'unique', message: 'is taken by another one' }])
    }
    const after = { kind, name, address: addressShown }
    await noteChange({ ...ports, actor }, tx, {
      action: 'alert_channel.created',
      object: `alert_channel:${id}`,
      after,
    })
    return id
  })
}

function addressProblem({ outgoing }: ChannelNeeds, { kind, address }: NewChannel): string | undefined {
  if (kind === 'webhook') return outgoing.urlProblem(address)
  return /^[^\s@<>,;:"]{1,64}@[^\s@<>,;:"]{1,190}$/.test(address) ? undefined : 'must be an e-mail address'
}

interface ChannelStep {
  readonly channelId: number
  readonly actor: string
}

/** Throws RESOURCE_NOT_FOUND. */
async function getChannel({ db, store }: Pick<Ports, 'db' | 'store'>, id: number) {
  const channel = await store.alertChannels.findChannel(db, id)
  if (channel === undefined) throw notFound(`There is no alert channel ${id}.`)
  return channel
}

export async function switchChannel(
  ports: Pick<Ports, 'db' | 'store' | 'clock'>,
  { channelId, isOn, actor }: ChannelStep & { readonly isOn: boolean },
): Promise<void> {
  const before = await getChannel(ports, channelId)
  await ports.db.transaction(async (tx) => {
    await ports.store.alertChannels.switchChannel(tx, channelId, isOn)
    const states = { before: { isOn: before.isOn }, after: { isOn } }
    const change = {
      action: 'alert_channel.updated' as const,
      object: `alert_channel:${channelId}`,
      ...states,
    }
    await noteChange({ ...ports, actor }, tx, change)
  })
}

export async function removeChannel(
  ports: Pick<Ports, 'db' | 'store' | 'clock'>,
  { channelId, actor }: ChannelStep,
): Promise<void> {
  const { kind, name, addressShown: address } = await getChannel(ports, channelId)
  await ports.db.transaction(async (tx) => {
    await ports.store.alertChannels.deleteChannel(tx, channelId)
    const before = { kind, name, address }
    const change = { action: 'alert_channel.removed' as const, object: `alert_channel:${channelId}`, before }
    await noteChange({ ...ports, actor }, tx, change)
  })
}

/** Sends a message now, also in quiet hours; null when it was taken, else why not. */
export async function testChannel(
  ports: Pick<Ports, 'db' | 'store' | 'clock'> & SendNeeds,
  { channelId, actor }: ChannelStep,
): Promise<string | null> {
  const { kind, addressSealed, name } = await getChannel(ports, channelId)
  const text = `This is a test of “${name}”, asked for by ${actor.replace(/^\w+:/, '')}. Alerts will come here.`
  const failure = await sendMessage(ports, { kind, addressSealed }, { subject: 'Test of alerts', text })
  await ports.store.alertChannels.noteChannel(ports.db, {
    id: channelId,
    failure,
    nowMs: ports.clock.nowMs(),
  })
  return failure
}

export async function listChannels({
  db,
  store,
}: Pick<Ports, 'db' | 'store'>): Promise<readonly AlertChannel[]> {
  return await store.alertChannels.listChannels(db)
}
