import { useState } from 'react'
import { writeText } from '../feedback/copy-text.ts'
import { Icon } from './icon.tsx'
import './short-id.css'

const headLength = 8
const tailLength = 4

/** Beginning and end of a long id; a click copies all of it. */
export function ShortId({ id, name = 'id' }: { readonly id: string; readonly name?: string }) {
  const [isCopied, setCopied] = useState(false)
  const copy = async () => {
    if (!(await writeText(id))) return
    setCopied(true)
    setTimeout(() => setCopied(false), 1500)
  }
  return (
    <button type="button" className="short-id" title={`Copy ${id}`} onClick={copy}>
      <bdi>{shorten(id)}</bdi>
      <Icon name={isCopied ? 'check' : 'copy'} size={13} />
      <span className="sr" role="status">
        {isCopied ? `Copied ${name}` : ''}
      </span>
    </button>
  )
}

export function shorten(id: string): string {
  const isLong = [...id].length > headLength + tailLength + 2
  return isLong ? `${id.slice(0, headLength)}…${id.slice(-tailLength)}` : id
}
