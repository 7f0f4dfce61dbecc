import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { unavailable } from '@quoin/core/errors.ts'
import type { DocsAnswer } from './docs-answer.ts'

const folder = new URL('../../../../reference/dist/', import.meta.url)
const retryAfterSec = 60

/** The page and its script, by the path below that of the reference; nothing else is served. */
const files: ReadonlyMap<string, readonly [file: string, contentType: string]> = new Map([
  ['/', ['index.html', 'text/html; charset=utf-8']],
  ['/js/scalar.js', ['js/scalar.js', 'text/javascript; charset=utf-8']],
])

/** A file of the reference as it was printed when the packages were installed; undefined for what there is not. */
export async function readReference(path: string): Promise<DocsAnswer | undefined> {
  const [file, contentType = ''] = files.get(path) ?? []
  if (file === undefined) return undefined
  const body = await readFile(new URL(file, folder)).catch((cause: unknown) => {
    throw unavailable('The reference is not built: run `npm run prepare`.', { retryAfterSec, cause })
  })
  return { status: 200, contentType, body, policy: policyOf(body, contentType), isImmutable: false }
}

/**
 * No outside address is ever asked: the reference, its script and its fonts are our own or the system's. No text becomes
 * a script: neither by `eval` nor in the page, but for those that it begins with, known by their digests.
 */
function policyOf(body: Buffer, contentType: string): string {
  const inline = contentType.startsWith('text/html')
    ? [...body.toString().matchAll(/<script(?![^>]* src=)[^>]*>(.*?)<\/script>/gs)]
    : []
  const digests = inline.map(
    ([, text = '']) => ` 'sha256-${createHash('sha256').update(text).digest('base64')}'`,
  )
  return (
    `default-src 'none'; script-src 'self'${digests.join('')}; style-src 'self' 'unsafe-inline'; ` +
    "img-src 'self' data:; font-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; " +
    "frame-ancestors 'none'"
  )
}
