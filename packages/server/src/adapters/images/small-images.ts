import { Turns } from '@quoin/core/limits/turns.ts'
import { readPictureSize } from '@quoin/core/wall/picture-size.ts'
import type { Outgoing, SmallImages } from '../../ports/outgoing.ts'
import type { Clock } from '../../ports/ports.ts'

interface Needs {
  readonly outgoing: Outgoing
  readonly clock: Pick<Clock, 'monotonicMs'>
}

interface Kept {
  readonly image: Promise<Buffer | undefined>
  readonly untilMs: number
  bytes: number
}

const fetchMs = 5_000
const sourceBytesMax = 3 * 1024 * 1024
/**
 * Not AVIF: its decoder makes room for the points of the stream, whatever the file states in front, and 1.5 kB of it take
 * 2 GB. Servers that choose by this header send another kind.
 */
const kinds = 'image/webp,image/png,image/jpeg'
/** A small file may unfold to gigabytes. */
const pixelsMax = 24_000_000
const quality = 78
const keptBytesMax = 48 * 1024 * 1024
const keptMax = 8_000
const keptMs = 6 * 3_600_000
/** A picture that could not be had is asked for again after this time. */
const failedMs = 5 * 60_000

/**
 * Pictures of others, made small and kept in memory: fetched by the guarded client, a few at once, and bounded in bytes,
 * points and time. Undefined where there is none to be had.
 */
export function openSmallImages({ outgoing, clock }: Needs): SmallImages {
  const kept = new Map<string, Kept>()
  let keptBytes = 0
  const turns = new Turns({ atOnceMax: 4, waitingMax: 200 })

  const forget = (key: string): void => {
    keptBytes -= kept.get(key)?.bytes ?? 0
    kept.delete(key)
  }
  return {
    async find(url, size) {
      const key = `${size} ${url}`
      const nowMs = clock.monotonicMs()
      const known = kept.get(key)
      if (known && known.untilMs > nowMs) return await known.image
      forget(key)
      // Not remembered: it says nothing of the picture.
      if (turns.isFull) return undefined
      const image = turns.run(() => makeSmall(outgoing, url, size))
      const entry = { image, untilMs: nowMs + failedMs, bytes: 0 }
      kept.set(key, entry)
      const made = await image
      if (made && kept.get(key) === entry) {
        kept.set(key, { image, untilMs: nowMs + keptMs, bytes: made.length })
        keptBytes += made.length
      }
      // The first that came goes first.
      for (const oldest of kept.keys()) {
        if (kept.size <= keptMax && keptBytes <= keptBytesMax) break
        forget(oldest)
      }
      return made
    },
  }
}

async function makeSmall(outgoing: Outgoing, url: string, size: number): Promise<Buffer | undefined> {
  const request = { method: 'GET', url, headers: { accept: kinds }, body: null } as const
  const answer = await outgoing.send(request, { totalMs: fetchMs, bytesMax: sourceBytesMax })
  if (answer.kind !== 'answer' || answer.status !== 200 || answer.bytes === undefined) return undefined
  // Drawings in XML have none, and never get further. The library unpacks a picture to tell its measures.
  const measures = readPictureSize(answer.bytes)
  if (measures === undefined || measures.width * measures.height > pixelsMax) return undefined
  // Loaded by the first picture: its machine code has megabytes.
  const { Transformer } = await import('@napi-rs/image')
  try {
    return await new Transformer(answer.bytes).resize({ width: size, height: size, fit: cover }).webp(quality)
  } catch {
    // A broken picture is none: the page shows ours.
    return undefined
  }
}

/** `ResizeFit.Cover`, which is declared as a const enum. */
const cover = 0
