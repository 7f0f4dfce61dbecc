import { globSync, statSync } from 'node:fs'
import { join } from 'node:path'

const packages = join(import.meta.dirname, '../../packages')

/** Builds the wall and the SDK anew where a source is newer than what was made of it. */
export async function renewWall(): Promise<void> {
  if (isStale('wall', 'dist/server/render.js')) await import('../../packages/wall/tools/build.ts')
  if (isStale('sdk', 'dist/sdk.js')) await import('../../packages/wall/tools/build-sdk.ts')
}

function isStale(name: string, made: string): boolean {
  const folder = join(packages, name)
  const sources = globSync(['src/**/*.*', 'tools/*.ts', '*.ts', 'package.json'], { cwd: folder })
  const newest = Math.max(...sources.map((file) => changedMs(join(folder, file))))
  return changedMs(join(folder, made)) < newest
}

function changedMs(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0
}
