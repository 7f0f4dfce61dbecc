import { Switch } from '@mantine/core'
import { setLetterKeys, useLetterKeys } from '../../frame/letter-keys.tsx'

/** Single keys get in the way of those who dictate, or whose hands hit keys by accident. */
export function KeyboardCard() {
  const areOn = useLetterKeys()
  return (
    <section className="card settings-card">
      <h2>Keyboard</h2>
      <Switch
        label="Shortcuts of a single key"
        description="The keys are the letters of the review queue and / for the search. Ctrl K or ⌘ K always works. This browser keeps your choice."
        checked={areOn}
        onChange={(event) => setLetterKeys(event.currentTarget.checked)}
      />
    </section>
  )
}
