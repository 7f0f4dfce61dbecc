import { readdir } from 'node:fs/promises'
import { join, sep } from 'node:path'

/** A page is made of Markdown; anything else is sent as it is. */
export interface DocsFile {
  readonly address: string
  /** Its path in the repository. */
  readonly source: string
}

const changelog: DocsFile = { address: '/docs/changelog', source: 'CHANGELOG.md' }
const servedName = /^[\w./-]+\.(?:md|png|svg)$/

/**
 * The files of the folder `docs`, and the changelog, which stands above it. Nothing else can be asked for, however its
 * address is spelled: addresses are looked up here and are never made into paths.
 */
export async function listDocsFiles(repository: string): Promise<readonly DocsFile[]> {
  const entries = await readdir(join(repository, 'docs'), { recursive: true, withFileTypes: true })
  const sources = entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(repository.length).replaceAll(sep, '/'))
    .map((path) => path.replace(/^\/+/, ''))
    .filter((source) => servedName.test(source) && source !== 'docs/changelog.md')
    .toSorted()
  return [changelog, ...sources.map((source) => ({ address: addressOf(source), source }))]
}

/** Pages stand under their names without the ending, files of `public` under the first step. */
function addressOf(source: string): string {
  return `/${source}`
    .replace(/^\/docs\/public\//, '/docs/')
    .replace(/\.md$/, '')
    .replace(/^\/docs\/index$/, '/docs/')
}
