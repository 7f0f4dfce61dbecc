import { statfs } from 'node:fs/promises'
import type { Disk } from '../ports/ports.ts'

/** The disk that a folder is on; where that cannot be known, nothing is said. */
export function openDisk(path: string): Disk {
  return {
    async measure() {
      try {
        const { bavail, blocks, bsize } = await statfs(path)
        return { freeBytes: bavail * bsize, totalBytes: blocks * bsize }
      } catch {
        return undefined
      }
    },
  }
}
