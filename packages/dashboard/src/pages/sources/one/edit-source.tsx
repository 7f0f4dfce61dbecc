import { Button, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import type { DataOf } from '../../../api/operation-types.ts'
import { useChange } from '../../../api/use-change.ts'
import { useOperation } from '../../../api/use-operation.ts'
import { Awaited } from '../../../parts/feedback/awaited.tsx'
import { sentenceOf } from '../../../parts/feedback/field-problem.ts'
import { toast } from '../../../parts/feedback/toaster.tsx'
import { Drawer } from '../../../parts/layout/drawer.tsx'
import { RefusedFields } from '../refused-fields.tsx'
import { changedBody, draftOf, problemOf } from '../source-draft.ts'
import { AccountFields, LinkFields, TermsFields } from '../source-fields.tsx'
import { useFirstFault } from '../use-first-fault.ts'
import type { SourceKind } from '../use-source-kinds.ts'

interface EditSourceProps {
  readonly source: DataOf<'getSource'>
  readonly onClose: () => void
}

/** The settings of a source; only what differs is sent. */
export function EditSource({ source, onClose }: EditSourceProps) {
  const { data: kinds, error, refetch } = useOperation('listSourceKinds', {})
  const kind = kinds?.find(({ name }) => name === source.kind)
  if (kind !== undefined) return <Edit source={source} kind={kind} onClose={onClose} />
  return (
    <Drawer title="Settings" onClose={onClose}>
      {kinds === undefined ? (
        <Awaited what="The settings could not be loaded" error={error} onRetry={refetch} />
      ) : (
        <p>This server does not know the kind “{source.kind}” any more, so that its settings stay.</p>
      )}
    </Drawer>
  )
}

function Edit({ source, kind, onClose }: EditSourceProps & { readonly kind: SourceKind }) {
  // As it was when the drawer was opened: a run meanwhile changes none of it.
  const [before] = useState(() => draftOf(source))
  const [draft, setDraft] = useState(before)
  const update = useChange('updateSource')
  const form = useFirstFault(update.error)
  const body = changedBody(kind, before, draft)
  const isTried = 'key' in body || 'settings' in body
  const save = async (event: FormEvent) => {
    event.preventDefault()
    await update.mutateAsync({ path: { sourceId: source.id }, body })
    toast(isTried ? 'Saved. The network is asked within seconds.' : 'Saved. It holds from the next run on.')
    onClose()
  }
  const fields = {
    kind,
    draft,
    onChange: (changed: Partial<typeof draft>) => setDraft((now) => ({ ...now, ...changed })),
    problem: (field: string) => problemOf(update.error, field),
  }
  const footer = (
    <div className="row">
      <Button
        type="submit"
        form="edit-source"
        variant="filled"
        loading={update.isPending}
        disabled={Object.keys(body).length === 0}
      >
        Save
      </Button>
      <Button onClick={onClose}>Cancel</Button>
    </div>
  )
  return (
    <Drawer title={`Settings of ${source.name}`} onClose={onClose} footer={footer}>
      <form
        id="edit-source"
        className="stack"
        ref={form}
        onSubmit={(event) => save(event).catch(() => undefined)}
        noValidate
      >
        <RefusedFields error={update.error} />
        <TextInput
          label="Name of the source"
          required
          autoComplete="off"
          value={draft.name}
          error={sentenceOf(fields.problem('name'))}
          onChange={(event) => fields.onChange({ name: event.currentTarget.value })}
        />
        <AccountFields {...fields} isKeyKept={source.has_key} />
        <TermsFields {...fields} />
        <LinkFields {...fields} />
        <p className="muted xs">
          Another percentage is read into all offers at the next run, but not into those whose payout a person
          has changed.
        </p>
      </form>
    </Drawer>
  )
}
