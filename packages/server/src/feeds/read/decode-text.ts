/** A body as text: in the charset that its header names, else its XML prolog, else UTF-8. */
export function decodeText(bytes: Uint8Array, headers: Readonly<Record<string, string>>): string {
  const [, ofHeader] = /charset=["']?([\w-]+)/i.exec(headers['content-type'] ?? '') ?? []
  const begin = String.fromCharCode(...bytes.subarray(0, prologMax))
  const [, ofProlog] = /^(?:\u00EF\u00BB\u00BF)?\s*<\?xml[^>]*encoding=["']([\w-]+)["']/i.exec(begin) ?? []
  return decoderOf(ofHeader ?? ofProlog ?? 'utf-8').decode(bytes)
}

const prologMax = 200

/** A charset that nobody knows is read as UTF-8: what is wrong then shows. */
function decoderOf(charset: string): TextDecoder {
  try {
    return new TextDecoder(charset)
  } catch {
    return new TextDecoder()
  }
}
