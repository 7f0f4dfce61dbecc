import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { isSystemError, replacePrivateFile } from './process/private-file.ts'
import { StartError } from './process/start-error.ts'

/**
 * The database of a folder has been copied to another server, and goes on there. Written when all rows are there and before
 * they count: whatever breaks it off then, nobody goes on with both.
 */
interface MovedFile {
  /** Without user and password. */
  readonly to: string
  /** ISO 8601 in UTC. */
  readonly at: string
}

export async function writeMovedFile(dataDir: string, file: MovedFile): Promise<void> {
  await replacePrivateFile(pathOf(dataDir), JSON.stringify(file, null, 2))
}

/** Two servers would go on from one state, each with half of what comes. */
export async function assertNotMoved(dataDir: string): Promise<void> {
  const text = await readFile(pathOf(dataDir), 'utf8').catch((error: unknown) => {
    if (isSystemError(error, 'ENOENT') || isSystemError(error, 'ENOTDIR')) return undefined
    throw error
  })
  if (text === undefined) return
  const { to, at } = JSON.parse(text) as MovedFile // written by ourselves
  throw new StartError(
    `The database of ${resolve(dataDir)} was moved to ${to} at ${at}: set DATABASE_URL to it; ` +
      `to go on with the one in the folder, and without what came since, delete ${pathOf(dataDir)}`,
  )
}

function pathOf(dataDir: string): string {
  return join(resolve(dataDir), 'moved.json')
}
