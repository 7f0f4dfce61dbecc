import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const [inBrotli, inGzip] = [promisify(brotliCompress), promisify(gzip)]
/** Below it a packet holds the answer anyway. */
const plainMax = 1_200
// Quality 4 takes a tenth of the time of 11, and pages of the wall stay within a tenth of its size.
const brotliOptions = { params: { [constants.BROTLI_PARAM_QUALITY]: 4, [constants.BROTLI_PARAM_LGWIN]: 18 } }

type Coding = 'br' | 'gzip'

/** The coding that a browser takes and we have; undefined where it takes neither. */
export function chooseCoding(accepted: string | undefined): Coding | undefined {
  const taken = new Set(
    (accepted ?? '')
      .split(',')
      .map((one) => one.trim().toLowerCase())
      .filter((one) => !/;\s*q=0(?:\.0*)?$/.test(one))
      .map((one) => one.split(';')[0]?.trim()),
  )
  return taken.has('br') ? 'br' : taken.has('gzip') ? 'gzip' : undefined
}

/** In a thread of its own, so that other answers do not wait for it. */
export async function compressAnswer(
  text: string | Buffer,
  coding: Coding | undefined,
): Promise<{ readonly body: string | Buffer; readonly coding: Coding | undefined }> {
  if (coding === undefined || text.length <= plainMax) return { body: text, coding: undefined }
  const body = coding === 'br' ? await inBrotli(text, brotliOptions) : await inGzip(text, { level: 6 })
  return { body, coding }
}

type Compressed = ReturnType<typeof compressAnswer>

interface KeptForms {
  readonly tag: string
  readonly forms: Map<Coding | undefined, Compressed>
}

/** By the plain answer: its other forms end with it. */
const kept = new WeakMap<Buffer, KeptForms>()

/** An answer that many get, compressed once, with the tag by which a browser asks whether it has changed. */
export function compressKept(
  body: Buffer,
  coding: Coding | undefined,
): { tag: string; compressed: Compressed } {
  const { tag, forms } = kept.get(body) ?? keep(body)
  const compressed = forms.get(coding) ?? compressAnswer(body, coding)
  forms.set(coding, compressed)
  return { tag, compressed }
}

/** Weak: all codings of one answer have the same. */
function keep(body: Buffer): KeptForms {
  const tag = `W/"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`
  const made = { tag, forms: new Map<Coding | undefined, Compressed>() }
  kept.set(body, made)
  return made
}
