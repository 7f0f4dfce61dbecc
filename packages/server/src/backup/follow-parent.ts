import type { CommandProgress } from '../adapters/command-beside.ts'

const tellEveryMs = 1_000

/**
 * Ends this program when the one that began it is gone, as if a person had ended it. Returns how to tell that one of
 * progress, at most once a second.
 */
export function followTheParent(): (progress: CommandProgress) => void {
  process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'))
  // The channel alone keeps nothing running.
  process.channel?.unref()
  let toldAtMs = Number.NEGATIVE_INFINITY
  return (progress) => {
    const nowMs = performance.now()
    if (nowMs - toldAtMs < tellEveryMs || !process.connected) return
    toldAtMs = nowMs
    process.send?.(progress)
  }
}
