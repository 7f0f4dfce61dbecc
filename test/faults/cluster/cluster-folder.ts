import { spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isAlive } from '../../../packages/embedded-postgres/src/process-of.ts'
import { memoryFolder } from '../../support/memory-folder.ts'
import { killAllIn } from './processes-in.ts'

const prefix = 'quoin-cluster-'
const ownerFile = 'owner'

/** A new folder, which a later start recognises as left behind when this process is gone. */
export function makeClusterFolder(): string {
  const folder = mkdtempSync(join(memoryFolder(), prefix))
  // As root, PostgreSQL runs as another account, which must get through.
  chmodSync(folder, 0o755)
  writeFileSync(join(folder, ownerFile), String(process.pid))
  return folder
}

/** Ends and removes clusters whose program was killed; returns where they were. */
export async function clearLeftFolders(): Promise<readonly string[]> {
  const parent = memoryFolder()
  const left = readdirSync(parent)
    .filter((name) => name.startsWith(prefix))
    .map((name) => join(parent, name))
    .filter((folder) => !isOwned(folder))
  for (const folder of left) await removeClusterFolder(folder)
  return left
}

function isOwned(folder: string): boolean {
  try {
    return isAlive(Number(readFileSync(join(folder, ownerFile), 'utf8')))
  } catch {
    // Another user's, or not a cluster's.
    return true
  }
}

/** With every process in it and every disk that is mounted there. */
export async function removeClusterFolder(folder: string): Promise<void> {
  await killAllIn(folder)
  for (const mounted of mountsIn(folder)) spawnSync('umount', ['--lazy', mounted])
  rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 })
}

function mountsIn(folder: string): readonly string[] {
  return readFileSync('/proc/mounts', 'utf8')
    .split('\n')
    .map((row) => row.split(' ')[1] ?? '')
    .filter((path) => path.startsWith(`${folder}/`))
}

/** A small disk of its own, in memory; false where only root may, and a plain folder stays. */
export function mountDisk(folder: string, megabytes: number): boolean {
  mkdirSync(folder, { recursive: true })
  if (process.getuid?.() !== 0) return false
  return spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'quoin', folder]).status === 0
}
