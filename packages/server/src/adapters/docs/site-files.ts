import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { extname, join, normalize } from 'node:path'

interface SiteFile {
  readonly contentType: string
  readonly body: Buffer
  /** The sources that the page may load. */
  readonly policy: string
  /** The name holds a digest of the content: it never changes. */
  readonly isImmutable: boolean
}

const contentTypes: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.md': 'text/markdown; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
}

/** One file of a folder by the path under which it is asked for; undefined where there is none. */
export async function readSiteFile(folder: string, path: string): Promise<SiteFile | undefined> {
  const inside = normalize(decodePath(path))
  const contentType = contentTypes[extname(inside)]
  if (contentType === undefined || !/^\/[@\w./-]+$/.test(inside) || inside.includes('..')) return undefined
  const body = await readFile(join(folder, inside)).catch(() => undefined)
  if (body === undefined) return undefined
  const isImmutable = /^\/assets\//.test(inside)
  return { contentType, body, policy: policyOf(body, contentType), isImmutable }
}

/** A path that is not UTF-8 is none of ours. */
function decodePath(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return ''
  }
}

/**
 * No outside address is ever asked: the page, its script and its fonts are our own or the system's. No text becomes a
 * script: neither by `eval` nor in the page, but for those that it begins with, known by their digests.
 */
export function policyOf(body: Buffer, contentType: string): string {
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
