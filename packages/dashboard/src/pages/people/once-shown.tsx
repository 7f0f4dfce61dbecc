import { Button } from '@mantine/core'
import { copyText } from '../../parts/feedback/copy-text.ts'
import './door.css'

interface OnceShownProps {
  readonly value: string
  readonly label: string
  readonly note: string
  readonly onStored: () => void
}

/** A secret that is shown this once. */
export function OnceShown({ value, label, note, onStored }: OnceShownProps) {
  return (
    <>
      <p>{note}</p>
      <output className="once mono" aria-label={label}>
        {value}
      </output>
      <div className="row wrap">
        <Button variant="filled" onClick={() => void copyText(value)}>
          Copy
        </Button>
        <Button onClick={onStored}>I have stored it</Button>
      </div>
    </>
  )
}
