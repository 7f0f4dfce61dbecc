import { TextInput } from '@mantine/core'
import { useEffect, useState } from 'react'
import { Icon } from '../value/icon.tsx'

interface SearchFieldProps {
  /** The texts that may be written: "Name or id". */
  readonly label: string
  readonly value: string
  readonly onChange: (value: string) => void
}

const pauseMs = 250

/** Looks for what is written once the writer pauses. */
export function SearchField({ label, value, onChange }: SearchFieldProps) {
  const [text, setText] = useState(value)
  useEffect(() => setText(value), [value])
  // biome-ignore lint/correctness/useExhaustiveDependencies: another writer's function is no reason to look again
  useEffect(() => {
    if (text === value) return
    const timer = setTimeout(() => onChange(text.trim()), pauseMs)
    return () => clearTimeout(timer)
  }, [text])
  return (
    <TextInput
      type="search"
      aria-label={label}
      placeholder={label}
      leftSection={<Icon name="search" />}
      value={text}
      onChange={(event) => setText(event.currentTarget.value)}
    />
  )
}
