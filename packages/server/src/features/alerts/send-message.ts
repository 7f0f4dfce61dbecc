import type { ChannelKind } from '@quoin/core/alerts/alert-channel.ts'
import type { Ports } from '../../ports/ports.ts'

export const channelPurpose = 'alert-channel'

export type SendNeeds = Pick<Ports, 'outgoing' | 'keyring' | 'mail'>

interface Addressed {
  readonly kind: ChannelKind
  readonly addressSealed: Uint8Array
}

export interface AlertText {
  readonly subject: string
  readonly text: string
}

/** Sends one message. Null when it was taken, else why not, in a sentence without the address. */
export async function sendMessage(
  needs: SendNeeds,
  { kind, addressSealed }: Addressed,
  message: AlertText,
): Promise<string | null> {
  const address = needs.keyring.open(channelPurpose, addressSealed)
  if (address === undefined) return 'Its address was sealed with another master secret: set it up again.'
  return await senders[kind](needs, address, message)
}

const senders: Readonly<
  Record<ChannelKind, (needs: SendNeeds, address: string, message: AlertText) => Promise<string | null>>
> = {
  email: async ({ mail }, to, { subject, text }) => await mail.deliver({ to, subject, text }),
  /** A text alone is what Slack, Mattermost, Rocket.Chat, Google Chat and others take. */
  async webhook({ outgoing }, url, { text }) {
    const result = await outgoing.send({
      method: 'POST',
      url,
      headers: { 'content-type': 'application/json' },
      // Chats take what stands between < and > for commands, and a name may come from anybody.
      body: JSON.stringify({ text: text.replaceAll('<', '‹').replaceAll('>', '›') }),
    })
    if (result.kind === 'failure') return result.detail
    return result.status >= 200 && result.status < 300 ? null : `It answered ${result.status}.`
  },
}
