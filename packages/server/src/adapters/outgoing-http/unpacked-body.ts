import type { IncomingMessage } from 'node:http'
import { pipeline, type Readable } from 'node:stream'
import * as zlib from 'node:zlib'
import { OutgoingError } from './outgoing-error.ts'

/** How bodies may be packed. Node has zstd from 22.15 on; an older one does not ask for it. */
const unpackers: ReadonlyMap<string, () => zlib.Gunzip> = new Map([
  ['gzip', () => zlib.createGunzip()],
  ...('createZstdDecompress' in zlib ? [['zstd', openZstd] as const] : []),
])

/** RFC 9659 §3: a window of 8 MiB is the most; a hostile one would take 128 MiB of memory. */
function openZstd(): zlib.ZstdDecompress {
  return zlib.createZstdDecompress({ params: { [zlib.constants.ZSTD_d_windowLogMax]: 23 } })
}

/** Asked for by requests whose answers may be packed. */
export const packings: string = [...unpackers.keys()].join(', ')

/** The bytes of a body as they were before packing, piece by piece. A reader that stops ends the connection, too. */
export function unpackedBody(response: IncomingMessage): Readable {
  const packing = response.headers['content-encoding']?.trim().toLowerCase() ?? ''
  const isEmpty = response.statusCode === 204 || response.statusCode === 304
  if (isEmpty || packing === '' || packing === 'identity') return response
  const unpacker = unpackers.get(packing.replace(/^x-/, ''))?.()
  if (unpacker === undefined) {
    response.destroy()
    throw new OutgoingError('reset', 'The answer is packed in a way that was not asked for.')
  }
  // An error of either stream ends both, and is thrown to who reads.
  pipeline(response, unpacker, () => {})
  return unpacker
}
