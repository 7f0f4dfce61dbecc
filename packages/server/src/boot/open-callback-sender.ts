import type { OpenPorts } from './ports/open-ports.ts'
import { CallbackSender, type SenderFigures } from '../jobs/send-callbacks.ts'

/** Begins to send callbacks, and shows how that goes. It is stopped when no request can owe another one. */
export function openCallbackSender(
  { ports, backgroundDb, meters, whenOwed }: OpenPorts,
  onSuccess: () => void,
): CallbackSender {
  const sender = new CallbackSender({ ...ports, db: backgroundDb }, onSuccess)
  const gauges: readonly (readonly [string, string, keyof SenderFigures, 'sum' | 'max'])[] = [
    ['callbacks_under_way', 'Callbacks that are being sent.', 'underWay', 'sum'],
    ['callback_endpoints_paused', 'Endpoints that are left alone for a while.', 'paused', 'max'],
    ['callback_endpoints_disabled', 'Endpoints that are disabled.', 'disabled', 'max'],
    ['callbacks_pending', 'Callbacks that wait to be sent, counted up to 100,000.', 'pending', 'max'],
    [
      'callbacks_oldest_seconds',
      'For how long the oldest callback that is still owed has waited, dead receivers included.',
      'oldestSec',
      'max',
    ],
  ]
  for (const [name, help, figure, over] of gauges) {
    meters.gauge({ name, help, over, read: () => sender.figures()[figure] })
  }
  whenOwed((appId) => sender.tell(appId))
  sender.start()
  return sender
}
