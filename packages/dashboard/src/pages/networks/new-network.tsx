import { Button, Modal, NativeSelect, TextInput } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { useChange } from '../../api/use-change.ts'
import { useOperation } from '../../api/use-operation.ts'
import { Failure } from '../../parts/feedback/failure.tsx'
import { keepSecrets } from './shown-secrets.ts'

/** A name, how it speaks, how it proves itself; the rest is asked by the wizard. */
interface NewNetworkProps {
  /** How it speaks, to begin with. */
  readonly preset: string
  readonly onClose: () => void
}

export function NewNetwork({ preset, onClose }: NewNetworkProps) {
  const [draft, setDraft] = useState({ name: '', slug: '', preset, proof: 'token' })
  const presets = useOperation('listNetworkPresets', {}).data ?? []
  const create = useChange('createNetwork', { renews: ['listNetworks'] })
  const navigate = useNavigate()
  const slug = draft.slug || slugOf(draft.name)
  const save = async (event: FormEvent) => {
    event.preventDefault()
    const { data } = await create.mutateAsync({ body: { ...draft, slug } })
    keepSecrets(data)
    onClose()
    await navigate({ to: `/ops/networks/${data.id}`, search: { tab: 'address' } })
  }
  return (
    <Modal opened onClose={onClose} title="New network">
      <form className="stack" onSubmit={(event) => save(event).catch(() => {})}>
        <TextInput
          label="Name"
          required
          value={draft.name}
          onChange={(event) => setDraft({ ...draft, name: event.currentTarget.value })}
          data-autofocus
        />
        <TextInput
          label="Short name in commands"
          description="Use small letters, digits, - and _. You cannot change it later."
          value={slug}
          onChange={(event) => setDraft({ ...draft, slug: event.currentTarget.value })}
        />
        <NativeSelect
          label="How it speaks"
          value={draft.preset}
          onChange={(event) => setDraft({ ...draft, preset: event.currentTarget.value })}
          data={presets.map(({ name, title }) => ({ value: name, label: title }))}
        />
        <NativeSelect
          label="How it proves itself"
          value={draft.proof}
          onChange={(event) => setDraft({ ...draft, proof: event.currentTarget.value })}
          data={[
            { value: 'token', label: 'A token in its address' },
            { value: 'hmac', label: 'A signature (HMAC), and the token' },
            { value: 'none', label: 'No proof: anybody could report' },
          ]}
        />
        {create.error !== null && <Failure what="The network was not created" error={create.error} />}
        <div className="row">
          <Button type="submit" variant="filled" loading={create.isPending} disabled={draft.name === ''}>
            Create the network
          </Button>
          <Button onClick={onClose}>Cancel</Button>
        </div>
      </form>
    </Modal>
  )
}

function slugOf(name: string): string {
  return name
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, 40)
}
