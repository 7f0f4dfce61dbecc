import { link, rename, unlink } from 'node:fs/promises'
import { dirname } from 'node:path'
import { giveToOwnerOf, writeSecret } from '@quoin/embedded-postgres/data-paths.ts'

/** Puts a file in its place as a whole, on disk and readable by nobody else (0600); replaces an older one. */
export async function replacePrivateFile(path: string, text: string): Promise<void> {
  await rename(await writeDraft(path, text), path)
}

/** The same, but a file that is there already is left as it is: of two that write at once the first wins. */
export async function addPrivateFile(path: string, text: string): Promise<void> {
  const draft = await writeDraft(path, text)
  try {
    await link(draft, path)
  } catch (error) {
    if (!isSystemError(error, 'EEXIST')) throw error
  } finally {
    await unlink(draft)
  }
}

async function writeDraft(path: string, text: string): Promise<string> {
  const draft = `${path}.${process.pid}.new`
  await unlink(draft).catch(() => {}) // left by a process that had our number and was killed
  await writeSecret(draft, text)
  await giveToOwnerOf(dirname(path), draft)
  return draft
}

export function isSystemError(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code
}
