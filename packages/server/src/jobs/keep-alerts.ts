import { noteAlerts } from '../features/alerts/note-alerts.ts'
import { sendAlerts } from '../features/alerts/send-alerts.ts'
import type { Ports } from '../ports/ports.ts'
import { pauseUntil } from '../features/jobs/pause-until.ts'

const pauseMs = 10_000

/** Looks at what needs a person, and tells of it, until it is stopped; of several processes one looks each time. */
export function keepAlerts(ports: Ports, onSuccess: () => void): { stop(): Promise<void> } {
  const stopping = new AbortController()
  const work = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      await pauseUntil(pauseMs, stopping.signal)
      if (stopping.signal.aborted) return
      try {
        const noted = await noteAlerts(ports)
        if (noted !== undefined && noted.begun + noted.over > 0)
          ports.log.info({ ...noted }, 'alerts changed')
        const sent = await sendAlerts(ports)
        if (sent > 0) ports.log.info({ messages: sent }, 'alerts sent')
        if (noted !== undefined) onSuccess()
      } catch (error) {
        ports.log.warn({ err: error }, 'alerts could not be kept')
      }
    }
  }
  const working = work()
  return {
    async stop() {
      stopping.abort()
      await working
    },
  }
}
