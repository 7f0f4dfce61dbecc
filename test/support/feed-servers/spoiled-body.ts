import type { FeedReply } from './feed-network.ts'
import type { FeedTrouble } from './feed-trouble.ts'

/** The bytes of a body and what its header says of them. */
export interface SpoiledBody {
  readonly bytes: Buffer
  readonly contentType: string
}

/** The body of a reply with the faults of its text: the key within it, its encoding, its first bytes. */
export function spoiledBody(reply: FeedReply, key: string, trouble: FeedTrouble): SpoiledBody {
  const isXml = reply.type === 'text/xml'
  const text = trouble.isKeyEchoed ? withKey(reply, key) : reply.body
  const { windows1251 } = trouble
  if (windows1251 === undefined) {
    const mark = trouble.hasByteOrderMark ? '\ufeff' : ''
    return { bytes: Buffer.from(mark + text), contentType: `${reply.type}; charset=utf-8` }
  }
  const declared = windows1251 === 'header' ? 'utf-8' : 'windows-1251'
  const named = isXml ? text.replace('encoding="utf-8"', `encoding="${declared}"`) : text
  return {
    bytes: inWindows1251(named, isXml),
    contentType: windows1251 === 'prolog' ? reply.type : `${reply.type}; charset=windows-1251`,
  }
}

function withKey({ body, type }: FeedReply, key: string): string {
  if (type === 'application/json') return body.replace(/^\{/, `{"asked":{"api_key":${JSON.stringify(key)}},`)
  return type === 'text/xml'
    ? body.replace(/(<\/\w+>)\s*$/, `<asked>${key}</asked>$1`)
    : `${body}<!-- ${key} -->`
}

/** Bytes by characters, as the decoder has them the other way round. */
const bytesByCharacter = new Map(
  Array.from({ length: 256 }, (_, byte) => [
    new TextDecoder('windows-1251').decode(Uint8Array.of(byte)),
    byte,
  ]),
)

function inWindows1251(text: string, isXml: boolean): Buffer {
  const parts = [...text].map((character) => {
    const byte = bytesByCharacter.get(character)
    if (byte !== undefined) return Buffer.of(byte)
    return Buffer.from(isXml ? `&#${character.codePointAt(0)};` : escaped(character))
  })
  return Buffer.concat(parts)
}

/** A character of JSON by the numbers of its halves. */
function escaped(character: string): string {
  return [...Array(character.length).keys()]
    .map((at) => `\\u${character.charCodeAt(at).toString(16).padStart(4, '0')}`)
    .join('')
}
