import { fork } from 'node:child_process'
import { mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { restore } from '@quoin/core/catalogue/buffer-layout.ts'
import type { CatalogueData } from '@quoin/core/catalogue/catalogue-data.ts'
import { collectGarbage } from './collect-garbage.ts'

export interface BuildOrder {
  readonly databaseUrl: string
  readonly fallbackImageUrl: string
  /** Where the arrays are written to. */
  readonly path: string
}

/** The child's answer: how the arrays lie in the file. */
export interface Built {
  readonly layout: unknown
  readonly size: number
}

/** By then the catalogue before is replaced, and what was answered from it has left. */
const replacedMs = 1_000

const script = fileURLToPath(new URL('./catalogue-child.ts', import.meta.url))

/**
 * Builds a catalogue in a process of its own. Its garbage ends with it and no request waits for it; a thread left the
 * allocator of this process with twice the memory (docs/performance-notes.md). One buffer comes over.
 */
export async function buildInChild(source: Omit<BuildOrder, 'path'>): Promise<CatalogueData> {
  const directory = await mkdtemp(join(tmpdir(), 'quoin-catalogue-'))
  try {
    const path = join(directory, 'arrays')
    const { layout, size } = await runChild({
      databaseUrl: source.databaseUrl,
      fallbackImageUrl: source.fallbackImageUrl,
      path,
    })
    await collectGarbage()
    setTimeout(() => void collectGarbage(), replacedMs).unref()
    return restore(layout, await readBuffer(path, size)) as CatalogueData // laid out from one by the child
  } finally {
    await rm(directory, { recursive: true, force: true })
  }
}

function runChild(order: BuildOrder): Promise<Built> {
  // The address of the database goes by message: arguments and environment can be read by others.
  const child = fork(script, [], { serialization: 'advanced', env: {} })
  return new Promise((resolve, reject) => {
    child.once('message', (built: Built) => resolve(built))
    child.once('error', reject)
    child.once('exit', (code, signal) =>
      reject(new Error(`the catalogue process ended with ${code ?? signal} before it was done`)),
    )
    child.send(order)
  })
}

async function readBuffer(path: string, size: number): Promise<ArrayBuffer> {
  const buffer = new ArrayBuffer(size)
  const file = await open(path, 'r')
  try {
    let read = 0
    while (read < size) {
      const { bytesRead } = await file.read(new Uint8Array(buffer), read, size - read, read)
      // The last place may end before its alignment does.
      if (bytesRead === 0) break
      read += bytesRead
    }
  } finally {
    await file.close()
  }
  return buffer
}
