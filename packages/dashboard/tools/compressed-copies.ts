import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import type { Plugin } from 'vite'

const compressible = /\.(?:js|css|svg)$/
/** Under this a compressed answer is no shorter on the wire. */
const bytesMin = 512

/** Compresses once, when the pages are built, what would be compressed for every visitor. */
export function compressedCopies(): Plugin {
  return {
    name: 'compressed-copies',
    apply: 'build',
    writeBundle({ dir = '' }) {
      const folder = join(dir, 'assets')
      for (const file of readdirSync(folder)) if (compressible.test(file)) compress(join(folder, file))
    },
  }
}

function compress(path: string): void {
  const bytes = readFileSync(path)
  if (bytes.length < bytesMin) return
  // Level 9 of 11: the last two take six times as long for two per cent.
  const params = { [constants.BROTLI_PARAM_QUALITY]: 9, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length }
  writeFileSync(`${path}.br`, brotliCompressSync(bytes, { params }))
  writeFileSync(`${path}.gz`, gzipSync(bytes, { level: 9 }))
}
