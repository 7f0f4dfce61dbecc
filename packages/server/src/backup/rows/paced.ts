import { Transform } from 'node:stream'
import { setTimeout as delay } from 'node:timers/promises'

interface Pace {
  /** 0: no limit. */
  readonly megabytesPerSecond: number
  /** Is told how many bytes have passed in all. */
  readonly onProgress: (bytes: number) => void
}

const megabyte = 1024 * 1024

/** Makes streams that together let no more pass in a second, so that others have the processor and the disk. */
export function paced({ megabytesPerSecond, onProgress }: Pace): () => Transform {
  const begunMs = performance.now()
  let bytes = 0
  const wait = async (): Promise<void> => {
    if (megabytesPerSecond === 0) return
    const dueMs = begunMs + (bytes / megabytesPerSecond / megabyte) * 1_000
    const aheadMs = dueMs - performance.now()
    if (aheadMs > 1) await delay(aheadMs)
  }
  return () =>
    new Transform({
      transform(chunk: Buffer, _encoding, callback) {
        bytes += chunk.length
        onProgress(bytes)
        wait().then(() => callback(null, chunk), callback)
      },
    })
}
