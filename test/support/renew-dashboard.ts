import { globSync, statSync } from 'node:fs'
import { join } from 'node:path'

const folder = join(import.meta.dirname, '../../packages/dashboard')

/** Builds the dashboard's pages anew if a source is newer than they are. */
export async function renewDashboard(): Promise<void> {
  const sources = globSync(
    ['src/**/*.*', 'tools/*.ts', 'index.html', 'vite.config.ts', '../contract/src/**/*.ts'],
    {
      cwd: folder,
    },
  )
  const newest = Math.max(...sources.map((file) => changedMs(join(folder, file))))
  if (changedMs(join(folder, 'dist/index.html')) > newest) return
  await import('../../packages/dashboard/tools/build.ts')
}

function changedMs(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0
}
