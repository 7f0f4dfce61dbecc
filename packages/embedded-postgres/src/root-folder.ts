import { chmod, lstat, mkdir } from 'node:fs/promises'

/**
 * A folder that root alone can write and every account can pass, for what PostgreSQL must reach although the
 * checkout lies in a closed home. A folder that others could have prepared is refused: what lies in it is
 * run.
 */
export async function openRootFolder(): Promise<string> {
  const folder = process.platform === 'darwin' ? '/var/db/quoin' : '/var/lib/quoin'
  try {
    await mkdir(folder, { mode: 0o755 })
    // The mode given to mkdir is cut by the umask.
    await chmod(folder, 0o755)
  } catch (error) {
    const isThere = error instanceof Error && 'code' in error && error.code === 'EEXIST'
    if (!isThere)
      throw new Error(`${folder} cannot be made, which PostgreSQL needs when Quoin runs as root`, {
        cause: error,
      })
  }
  const found = await lstat(folder)
  if (!found.isDirectory() || found.uid !== 0 || (found.mode & 0o022) !== 0) {
    throw new Error(`${folder} must be a folder that only root can write, and is not: nothing in it is used`)
  }
  return folder
}
