import type { openBridge } from '../bridge.ts'
import type { WallFrame } from '../model.ts'

/** The app says how much may be collected, and the page around may say less, or wait for consent. */
export function beginCollecting(frame: WallFrame, bridge: ReturnType<typeof openBridge>): void {
  const { collect: allowed } = frame
  const { collect: wanted } = bridge
  if (allowed === 'off' || wanted === 'off') return
  const mode = wanted === 'minimal' ? 'minimal' : allowed
  const begin = (): void => {
    const collectNow = (): void => void collect(frame, mode).catch(() => {})
    if ('requestIdleCallback' in window) requestIdleCallback(collectNow, { timeout: 2_000 })
    else setTimeout(collectNow, 1_000)
  }
  if (wanted !== 'ask') {
    begin()
    return
  }
  bridge.onMessage((type, data) => {
    if (type === 'consent' && data === true) begin()
  })
}

async function collect({ query, userId }: WallFrame, mode: 'minimal' | 'full'): Promise<void> {
  const session = new URLSearchParams(query).get('session')
  if (session === null) return
  const { submitFingerprint } = await import('./submit.ts')
  await submitFingerprint({ baseUrl: '', session, userId, collect: mode })
}
