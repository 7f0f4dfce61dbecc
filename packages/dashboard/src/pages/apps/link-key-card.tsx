import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { ConfirmButton } from '../../parts/feedback/confirm-button.tsx'
import { Failure } from '../../parts/feedback/failure.tsx'
import { copyText } from '../../parts/feedback/copy-text.ts'
import { toast } from '../../parts/feedback/toaster.tsx'

interface LinkKeyCardProps {
  /** The key once somebody has asked for it. */
  readonly shownKey: string | undefined
  readonly error: unknown
  readonly onShow: () => void
  readonly onRotate: () => Promise<unknown>
  /** The purpose of the key. */
  readonly children: ReactNode
}

/** The secret that signs an app's links: shown when asked for, copied, made anew. */
export function LinkKeyCard({ shownKey, error, onShow, onRotate, children }: LinkKeyCardProps) {
  const rotate = async () => {
    await onRotate()
    onShow()
    toast('It has a new link key.')
  }
  return (
    <section className="card" aria-labelledby="link-key">
      <div className="card-head">
        <h2 id="link-key">Link key</h2>
      </div>
      <div className="card-body stack">
        <p className="muted sm">{children}</p>
        {error !== null && shownKey === undefined && <Failure what="The key was not shown" error={error} />}
        {shownKey !== undefined && (
          <output className="once mono break" aria-label="Link key">
            {shownKey}
          </output>
        )}
        <div className="row wrap">
          {shownKey === undefined ? (
            <Button onClick={onShow}>Show it</Button>
          ) : (
            <Button variant="filled" onClick={() => void copyText(shownKey)}>
              Copy
            </Button>
          )}
          <ConfirmButton verb="Make a new link key" onConfirm={rotate}>
            Everything signed with the present key works until you make a new key a second time.
          </ConfirmButton>
        </div>
      </div>
    </section>
  )
}
