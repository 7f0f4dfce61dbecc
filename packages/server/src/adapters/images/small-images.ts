import { Transformer } from '@napi-rs/image'
import { Turns } from '@quoin/core/limits/turns.ts'
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
/** A small file may unfold to gigabytes. */
const pixelsMax = 24_000_000
const quality = 78
const keptBytesMax = 48 * 1024 * 1024
const keptMax = 8_000
const keptMs = 6 * 3_600_000
/** A picture that could not be had is asked for again after this time. */
const failedMs = 5 * 60_000

/** Files that are pictures of points: drawings in XML never get here. */
const signatures: readonly RegExp[] = [
  /^ÿØÿ/,
  /^.PNG\r\n/,
  /^GIF8[79]a/,
  /^RIFF[\s\S]{4}WEBP/,
  /^[\s\S]{4}ftyp(?:avif|avis)/,
]

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
  const request = { method: 'GET', url, headers: { accept: 'image/*' }, body: null } as const
  const answer = await outgoing.send(request, { totalMs: fetchMs, bytesMax: sourceBytesMax })
  if (answer.kind !== 'answer' || answer.status !== 200 || answer.bytes === undefined) return undefined
  const start = Buffer.from(answer.bytes.subarray(0, 16)).toString('latin1')
  if (!signatures.some((signature) => signature.test(start))) return undefined
  try {
    const picture = new Transformer(answer.bytes)
    const { width, height } = await picture.metadata()
    if (width * height > pixelsMax) return undefined
    return await new Transformer(answer.bytes).resize({ width: size, height: size, fit: cover }).webp(quality)
  } catch {
    // A broken picture is none: the page shows ours.
    return undefined
  }
}

/** `ResizeFit.Cover`, which is declared as a const enum. */
const cover = 0
