/** The answer at an address. */
export interface DocsAnswer {
  readonly status: number
  readonly contentType: string
  readonly body: Buffer
  /** The same, compressed when it was built. */
  readonly compressed?: { readonly br: Buffer; readonly gzip: Buffer }
  /** The sources that it may load. */
  readonly policy: string
  /** The name holds a digest of the content: it never changes. */
  readonly isImmutable: boolean
  /** Where the page is, for an answer that says no more. */
  readonly location?: string
}

/** Nothing but our own files, no text that becomes a script or a style, and forms that lead here. */
const pagePolicy =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; font-src 'self'; connect-src 'self'; " +
  "base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
/** A picture may be opened by itself; a drawing has its style within. */
const filePolicy = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'"

export function pageAnswer(html: string, status = 200): DocsAnswer {
  const contentType = 'text/html; charset=utf-8'
  return { status, contentType, body: Buffer.from(html), policy: pagePolicy, isImmutable: false }
}

export function fileAnswer(body: Buffer, contentType: string, isImmutable = false): DocsAnswer {
  return { status: 200, contentType, body, policy: filePolicy, isImmutable }
}
