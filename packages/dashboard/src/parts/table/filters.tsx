import { Button } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { Drawer } from '../layout/drawer.tsx'
import { usePhone } from '../layout/use-phone.ts'
import { Icon } from '../value/icon.tsx'
import './filters.css'

interface FiltersProps {
  /** The search field, if there is one: it stays in sight on a phone. */
  readonly search?: ReactNode
  /** Selects and the like. */
  readonly children?: ReactNode
  /** How many of them differ from nothing chosen. */
  readonly count: number
  readonly onClear: () => void
  /** At the end: "18 offers". */
  readonly summary?: ReactNode
}

/** The filters of a list in one row; on a phone behind one button that counts them. */
export function Filters({ search, children, count, onClear, summary }: FiltersProps) {
  const isPhone = usePhone()
  const [isOpen, setOpen] = useState(false)
  const clear = count > 0 && (
    <Button variant="subtle" onClick={onClear}>
      Clear filters
    </Button>
  )
  return (
    <search className="filters">
      {search && <div className="filters-search">{search}</div>}
      {isPhone
        ? children && (
            <Button leftSection={<Icon name="filter" />} onClick={() => setOpen(true)}>
              Filters{count > 0 ? ` · ${count}` : ''}
            </Button>
          )
        : children}
      {!isPhone && clear}
      <span className="filters-summary" role="status">
        {summary}
      </span>
      {isPhone && isOpen && (
        <Drawer title="Filters" onClose={() => setOpen(false)} footer={clear}>
          <div className="stack">{children}</div>
        </Drawer>
      )}
    </search>
  )
}
