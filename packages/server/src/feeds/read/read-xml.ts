import { SaxesParser } from 'saxes'

/** A text, or the elements in it by their names without prefix; those of one name are an array where there are several. */
type XmlTree = string | { readonly [name: string]: XmlTree | readonly XmlTree[] }

/** Deeper than any feed; what is nested for its own sake is refused. */
export const xmlDepthMax = 32
/** 5,000 offers have about 150,000 elements. */
export const xmlElementsMax = 500_000

interface OpenElement {
  readonly name: string
  /** `xsi:nil`: it is not there. */
  readonly isNil: boolean
  text: string
  children: Record<string, XmlTree | XmlTree[]> | undefined
}

/**
 * Reads XML as an object with its outermost element; undefined for what is not well-formed, has a DOCTYPE or entities of
 * its own, or is beyond the bounds. Attributes are left out.
 */
export function readFeedXml(text: string): XmlTree | undefined {
  const root = openElement('', false)
  const open = [root]
  let elements = 0
  const parser = new SaxesParser()
  const refuse = (): never => {
    throw new Error('refused')
  }
  parser.on('error', refuse)
  parser.on('doctype', refuse)
  parser.on('opentag', ({ name, attributes }) => {
    elements += 1
    if (open.length > xmlDepthMax || elements > xmlElementsMax) refuse()
    open.push(openElement(localName(name), isNil(attributes)))
  })
  const addText = (part: string): void => {
    const inner = open.at(-1)
    if (inner !== undefined && inner !== root) inner.text += part
  }
  parser.on('text', addText)
  parser.on('cdata', addText)
  parser.on('closetag', () => {
    const closed = open.pop()
    const outer = open.at(-1)
    if (closed !== undefined && outer !== undefined && !closed.isNil) addChild(outer, closed)
  })
  try {
    parser.write(text).close()
  } catch {
    return undefined
  }
  return root.children
}

function openElement(name: string, isNilElement: boolean): OpenElement {
  return { name, isNil: isNilElement, text: '', children: undefined }
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1)
}

function isNil(attributes: Readonly<Record<string, unknown>>): boolean {
  return Object.entries(attributes).some(
    ([name, value]) => localName(name) === 'nil' && name !== 'nil' && (value === 'true' || value === '1'),
  )
}

function addChild(outer: OpenElement, { name, children, text }: OpenElement): void {
  const value = children ?? text
  // Without a prototype no name of an element means anything else.
  outer.children ??= Object.create(null) as Record<string, XmlTree | XmlTree[]>
  const known = outer.children[name]
  if (known === undefined) outer.children[name] = value
  else if (Array.isArray(known)) known.push(value)
  else outer.children[name] = [known, value]
}
