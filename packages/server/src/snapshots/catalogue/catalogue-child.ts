// A process of its own that builds one catalogue, writes it to a file and ends: see build-in-child.ts.
import { open } from 'node:fs/promises'
import { layOut } from '@quoin/core/catalogue/buffer-layout.ts'
import { openDatabase } from '../../store/pg/database.ts'
import type { BuildOrder, Built } from './build-in-child.ts'
import { buildCatalogue } from './load-catalogue.ts'

const statementTimeoutMs = 60_000

async function build({ databaseUrl, fallbackImageUrl, path }: BuildOrder): Promise<Built> {
  const db = await openDatabase({ url: databaseUrl, connectionsMax: 1, statementTimeoutMs })
  try {
    const { layout, size, views } = layOut(await buildCatalogue({ db, fallbackImageUrl, isLarge: true }))
    const file = await open(path, 'wx', 0o600)
    try {
      for (const { view, offset } of views) {
        await file.write(
          new Uint8Array(view.buffer, view.byteOffset, view.byteLength),
          0,
          view.byteLength,
          offset,
        )
      }
    } finally {
      await file.close()
    }
    return { layout, size }
  } finally {
    await db.close()
  }
}

// Also when who has ordered it is gone: nobody needs it any more.
process.once('disconnect', () => process.exit())
process.once('message', (order: BuildOrder) => {
  build(order).then(
    (built) => process.send?.(built, undefined, undefined, () => process.disconnect()),
    (error: unknown) => {
      console.error(error)
      process.exit(1)
    },
  )
})
