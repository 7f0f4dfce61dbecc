import { Select } from '@mantine/core'
import { useState } from 'react'
import { useOperation } from '../../api/use-operation.ts'

export interface ChosenParty {
  readonly id: string
  readonly name: string
}

interface PartySelectProps {
  readonly kind: 'app' | 'network'
  readonly value: ChosenParty | undefined
  readonly onChange: (party: ChosenParty | undefined) => void
  /** None is any. */
  readonly isOptional?: boolean
}

const shownMax = 20

/** An app or a network by a part of its name; also one that nothing is open with. */
export function PartySelect({ kind, value, onChange, isOptional = false }: PartySelectProps) {
  const [search, setSearch] = useState('')
  const query = { search: search === value?.name ? '' : search, limit: shownMax }
  const apps = useOperation('listApps', { query }, { isOff: kind === 'network' }).data ?? []
  const networks = useOperation('listNetworks', { query }, { isOff: kind === 'app' }).data ?? []
  const found = (kind === 'app' ? apps : networks).map(({ id, name }) => ({ value: id, label: name }))
  const isListed = found.some(({ value: id }) => id === value?.id)
  const data = value && !isListed ? [...found, { value: value.id, label: value.name }] : found
  return (
    <Select
      label={kind === 'app' ? 'App' : 'Network'}
      placeholder={isOptional ? 'Any' : 'A part of its name'}
      required={!isOptional}
      clearable={isOptional}
      searchable
      // The server has searched: what it found stays.
      filter={({ options }) => options}
      nothingFoundMessage="Nobody has this name"
      data={data}
      value={value?.id ?? null}
      onSearchChange={setSearch}
      onChange={(id) => {
        const chosen = data.find(({ value: one }) => one === id)
        onChange(chosen && { id: chosen.value, name: chosen.label })
      }}
    />
  )
}
