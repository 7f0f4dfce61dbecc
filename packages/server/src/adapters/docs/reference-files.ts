import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { unavailable } from '@quoin/core/errors.ts'
import type { DocsAnswer } from './docs-answer.ts'

const folder = new URL('../../../../reference/dist/', import.meta.url)
const retryAfterSec = 60

/** The page and its script, whose name has the digest of its content; nothing else is served. */
const page = { file: 'index.html', contentType: 'text/html; charset=utf-8' }
const scriptName = /^\/(js\/[a-z]+-[\da-f]{12}\.js)$/

/** A file of the reference as it was printed when the packages were installed; undefined for what there is not. */
export async function readReference(path: string): Promise<DocsAnswer | undefined> {
  if (path === '/') {
    const body = await readBuilt(page.file)
    if (body === undefined)
      throw unavailable('The reference is not built: run `npm run prepare`.', { retryAfterSec })
    const { contentType } = page
    return { status: 200, contentType, body, policy: policyOf(body, contentType), isImmutable: false }
  }
  const [, file] = scriptName.exec(path) ?? []
  if (file === undefined) return undefined
  const [body, br, gzip] = await Promise.all([file, `${file}.br`, `${file}.gz`].map(readBuilt))
  if (body === undefined || br === undefined || gzip === undefined) return undefined
  const contentType = 'text/javascript; charset=utf-8'
  const compressed = { br, gzip }
  return {
    status: 200,
    contentType,
    body,
    compressed,
    policy: policyOf(body, contentType),
    isImmutable: true,
  }
}

async function readBuilt(file: string): Promise<Buffer | undefined> {
  return await readFile(new URL(file, folder)).catch(() => undefined)
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
