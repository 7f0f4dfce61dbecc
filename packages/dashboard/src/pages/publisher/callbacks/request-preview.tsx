import { SegmentedControl } from '@mantine/core'
import { type ReactNode, useEffect, useState } from 'react'
import type { DataOf, Input } from '../../../api/operation-types.ts'
import { Refusal } from '../../../api/refusal.ts'
import { explain } from '../../../parts/feedback/failure.tsx'
import { useManagedChange, useMayManage } from '../../../frame/publisher/use-managed.ts'

interface RequestPreviewProps {
  /** The endpoint as it would be set; undefined while there is no address. */
  readonly body: Input<'previewMyCallback'>['body'] | undefined
  /** It is not saved yet, and has no secret of its own. */
  readonly isNew: boolean
}

/** The names of hashes as people write them. */
const hashWords: Readonly<Record<string, string>> = {
  'hmac_sha256, ed25519': 'HMAC-SHA256 and Ed25519',
  hmac_sha256: 'HMAC-SHA256',
  hmac_sha1: 'HMAC-SHA1',
  sha256: 'SHA-256',
  sha1: 'SHA-1',
  md5: 'MD5',
}

/** It follows the form without a call for every letter. */
const restMs = 400

/** The request as it would be sent, by the function that sends. */
export function RequestPreview({ body, isNew }: RequestPreviewProps) {
  const mayPreview = useMayManage('developer')
  const { mutate, data, error } = useManagedChange('previewMyCallback', { renews: [] })
  const [look, setLook] = useState('pretty')
  const text = body && JSON.stringify(body)
  useEffect(() => {
    if (text === undefined || !mayPreview) return
    const rest = setTimeout(() => mutate({ body: JSON.parse(text) }), restMs)
    return () => clearTimeout(rest)
  }, [text, mutate, mayPreview])
  const [shown] = data?.data ?? []
  return (
    <section className="own-preview" aria-label="Preview">
      <div className="row">
        <h3 className="grow">{shown ? sizeOf(shown) : 'Preview'}</h3>
        <SegmentedControl
          size="xs"
          aria-label="Form of the preview"
          data={[
            { value: 'pretty', label: 'Pretty' },
            { value: 'raw', label: 'Raw' },
          ]}
          value={look}
          onChange={setLook}
        />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard */}
      <pre tabIndex={0}>
        {shown && body && error === null && (look === 'pretty' ? prettyOf(shown) : rawOf(shown))}
        {body === undefined && <Note>Enter an address. You see the request here that it would get.</Note>}
        {body && error !== null && <Note>No preview: {whyNot(error)}</Note>}
        {!mayPreview && <Note>Developers and owners see the request here.</Note>}
      </pre>
      {shown?.hash && (
        <p className="xs muted">
          Signed with {hashWords[shown.hash] ?? shown.hash}, in {shown.into}.
          {isNew && ' Its secret is made when it is saved.'}
        </p>
      )}
    </section>
  )
}

/** Prose where the request would stand: it wraps between words. */
function Note({ children }: { readonly children: ReactNode }) {
  return <span className="own-preview-note">{children}</span>
}

/** The rule that the form breaks, or else why the call failed. */
function whyNot(error: unknown): string {
  const details = error instanceof Refusal ? error.details : []
  if (details.length === 0) return explain(error)
  return `${details.map(({ field, message }) => `${field} ${message}`).join('; ')}.`
}

type Shown = DataOf<'previewMyCallback'>[number]

function sizeOf({ body, url }: Shown): string {
  return body === null ? `${url.length} characters` : `${new TextEncoder().encode(body).length} bytes`
}

function rawOf({ method, url, headers, body }: Shown): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  return [`${method} ${url}`, ...lines, ...(body === null ? [] : ['', body])].join('\n')
}

/** One parameter, or member, a line. */
function prettyOf(shown: Shown): string {
  const url = shown.url.replace('?', '\n  ?').replaceAll('&', '\n  &')
  return rawOf({ ...shown, url, body: shown.body === null ? null : prettyBody(shown.body) })
}

function prettyBody(body: string): string {
  if (!body.startsWith('{')) return body.replaceAll('&', '\n&')
  try {
    return JSON.stringify(JSON.parse(body), null, 2)
  } catch {
    return body
  }
}
