import { readdir } from 'node:fs/promises'
import { join, posix } from 'node:path'
import type { DocsFile } from './docs-folder.ts'

/** Clients and receivers are one file each, which a developer copies. */
const sources = [
  'clients/Quoin.php',
  'clients/quoin.py',
  'examples/receivers/receiver.go',
  'examples/receivers/receiver.js',
  'examples/receivers/receiver.php',
  'examples/receivers/receiver.py',
] as const

const sdkFolder = 'packages/sdk/dist'
const packedName = /^quoin-sdk-[\w.-]+\.tgz$/

/** The clients, the receivers and the packed SDK, which are sent as they are. The build makes the SDK: where it has not run, there is none. */
export async function listServedFiles(repository: string): Promise<readonly DocsFile[]> {
  const built = await readdir(join(repository, sdkFolder)).catch(() => [])
  const packed = built.filter((name) => packedName.test(name)).map((name) => `${sdkFolder}/${name}`)
  return [...sources, ...packed].map((source) => ({ address: addressOf(source), source }))
}

/** The pages name a file as it lies in the repository; their Markdown names it as it is served. */
export function nameServedFiles(markdown: string): string {
  return markdown.replaceAll(/\]\((?:\.\.\/)+((?:clients|examples\/receivers)\/[\w.]+)\)/g, (link, source) =>
    sources.includes(source) ? `](${addressOf(source)})` : link,
  )
}

function addressOf(source: string): string {
  return `/docs/files/${posix.basename(source)}`
}
