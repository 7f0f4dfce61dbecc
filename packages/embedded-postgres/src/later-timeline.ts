import { open } from 'node:fs/promises'
import { join } from 'node:path'

interface LaterTimeline {
  /** Where the log that is there ends. */
  readonly end: { readonly timeline: number; readonly lsn: string }
  /** The one that the next start begins: later than that of its end. */
  readonly timeline: number
}

/**
 * Has the next start of a cluster recover and begin a timeline: those up to it get a history, so that the server takes that
 * one.
 */
export async function beginLaterTimeline(cluster: string, { end, timeline }: LaterTimeline): Promise<void> {
  await writeFileDurably(join(cluster, 'recovery.signal'), Buffer.alloc(0))
  for (let number = end.timeline + 1; number < timeline; number += 1) {
    const name = `${number.toString(16).toUpperCase().padStart(8, '0')}.history`
    const history = `${end.timeline}\t${end.lsn}\tanother restore\n`
    await writeFileDurably(join(cluster, 'pg_wal', name), Buffer.from(history))
  }
}

async function writeFileDurably(path: string, bytes: Buffer): Promise<void> {
  const file = await open(path, 'wx', 0o600)
  await file.writeFile(bytes)
  await file.sync()
  await file.close()
}
