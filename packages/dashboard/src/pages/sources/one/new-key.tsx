import { Button, PasswordInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import type { DataOf } from '../../../api/operation-types.ts'
import { useChange } from '../../../api/use-change.ts'
import { useOperation } from '../../../api/use-operation.ts'
import { problemIn, sentenceOf } from '../../../parts/feedback/field-problem.ts'
import { Failure } from '../../../parts/feedback/failure.tsx'
import { toast } from '../../../parts/feedback/toaster.tsx'

/** A key in place of one that the network refuses; it is tried at once. */
export function NewKey({ source }: { readonly source: DataOf<'getSource'> }) {
  const [key, setKey] = useState('')
  const update = useChange('updateSource')
  const { data: kinds } = useOperation('listSourceKinds', {})
  const about = kinds?.find(({ name }) => name === source.kind)?.key_about ?? ''
  const problem = problemIn(update.error, 'key')
  const save = async (event: FormEvent) => {
    event.preventDefault()
    await update.mutateAsync({ path: { sourceId: source.id }, body: { key: key.trim() } })
    setKey('')
    toast('The key is sealed, and tried within seconds.')
  }
  return (
    <form className="new-key" onSubmit={(event) => save(event).catch(() => undefined)}>
      <PasswordInput
        label="New key"
        description={about}
        autoComplete="new-password"
        visibilityToggleButtonProps={{ 'aria-label': 'Show or hide the key' }}
        value={key}
        error={sentenceOf(problem)}
        onChange={(event) => setKey(event.currentTarget.value)}
      />
      <Button type="submit" variant="filled" loading={update.isPending} disabled={key.trim() === ''}>
        Save the key and try it
      </Button>
      {update.error !== null && problem === undefined && (
        <Failure what="The key was not saved" error={update.error} isChange />
      )}
    </form>
  )
}
