import { createRequire } from 'node:module'
import { join } from 'node:path'
import { buildElsewhere } from './build-elsewhere.ts'
import { buildFolders, listStale } from './built-folders.ts'
import { removeUnread } from './remove-unread.ts'

/**
 * The second half of `npm ci`: removes what no process reads, and builds the pages that are not there. Where the packages
 * that build were left out (`npm ci --omit=dev`), they are installed in a temporary folder for as long as it takes; a
 * release brings its pages built.
 */
const root = join(import.meta.dirname, '..')
const isProduction = !canBuild()
removeUnread(root, isProduction ? 'production' : 'development')
const stale = listStale(root)
if (stale.length > 0) await (isProduction ? buildElsewhere : buildFolders)(root, stale)

function canBuild(): boolean {
  try {
    createRequire(join(root, 'packages/dashboard/package.json')).resolve('vite')
    return true
  } catch {
    return false
  }
}
