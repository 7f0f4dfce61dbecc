import { DOMParser, onErrorStopParsing } from '@xmldom/xmldom'

/** An answer of S3: the texts of its elements by their names. */
export interface S3Xml {
  /** The name of the outermost element. */
  readonly name: string
  /** The text of the first element of a name; undefined where there is none. */
  text(name: string): string | undefined
  /** The elements of a name, in their order. */
  list(name: string): readonly S3Xml[]
}

/** A page of 1,000 keys has 500 kB; nothing else is near to that. */
export const xmlBytesMax = 4 * 1024 * 1024

type Root = NonNullable<ReturnType<DOMParser['parseFromString']>['documentElement']>

/** Undefined where a text is no XML, as of a proxy that answers in place of S3. */
export function readS3Xml(text: string): S3Xml | undefined {
  // Entities of its own could make it large.
  if (text.trim() === '' || /<!DOCTYPE/i.test(text)) return undefined
  try {
    const parser = new DOMParser({ onError: onErrorStopParsing })
    const { documentElement } = parser.parseFromString(text, 'text/xml')
    return documentElement === null ? undefined : xmlOf(documentElement)
  } catch {
    return undefined
  }
}

function xmlOf(element: Root): S3Xml {
  return {
    name: element.localName ?? element.nodeName,
    text: (name) => element.getElementsByTagName(name)[0]?.textContent ?? undefined,
    list: (name) => [...element.getElementsByTagName(name)].map(xmlOf),
  }
}
