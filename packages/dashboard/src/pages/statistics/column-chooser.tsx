import { Button, Checkbox, Popover } from '@mantine/core'
import { type KeyboardEvent, useState } from 'react'
import { Icon } from '../../parts/value/icon.tsx'
import { chosenColumns, namesOf, type StatsColumn } from './stats-columns.tsx'

interface ColumnChooserProps {
  readonly columns: readonly StatsColumn[]
  readonly chosen: string
  /** Nothing: the usual ones again. */
  readonly onChoose: (chosen: string) => void
}

/** Which columns are shown and in which order: by ticks, and by handles that are dragged or moved with Alt and arrows. */
export function ColumnChooser({ columns, chosen, onChoose }: ColumnChooserProps) {
  const [isOpen, setOpen] = useState(false)
  const shown = chosenColumns(columns, chosen)
  return (
    <Popover
      opened={isOpen}
      onChange={setOpen}
      position="bottom-end"
      withinPortal={false}
      trapFocus
      returnFocus
    >
      <Popover.Target>
        <Button
          aria-haspopup="dialog"
          aria-expanded={isOpen}
          leftSection={<Icon name="columns" />}
          onClick={() => setOpen(!isOpen)}
        >
          Columns
        </Button>
      </Popover.Target>
      <Popover.Dropdown className="column-drop" aria-label="Columns">
        {isOpen && (
          <>
            <div className="row column-head">
              <b className="grow">Columns</b>
              <span className="muted xs">
                {shown.length} of {columns.length} shown
              </span>
            </div>
            <ColumnList columns={columns} shown={shown} onChoose={(next) => onChoose(namesOf(next))} />
            <div className="row column-foot">
              <Button variant="subtle" onClick={() => onChoose('')}>
                Default
              </Button>
              <span className="muted xs grow">Your choice is kept for you, and in the address</span>
            </div>
          </>
        )}
      </Popover.Dropdown>
    </Popover>
  )
}

interface ColumnListProps {
  readonly columns: readonly StatsColumn[]
  readonly shown: readonly StatsColumn[]
  readonly onChoose: (shown: readonly StatsColumn[]) => void
}

function ColumnList({ columns, shown, onChoose }: ColumnListProps) {
  const [held, setHeld] = useState<string>()
  const isShown = ({ name }: StatsColumn) => shown.some((one) => one.name === name)
  const [order, setOrder] = useState(() => [...shown, ...columns.filter((column) => !isShown(column))])
  const apply = (next: readonly StatsColumn[], ticked: (column: StatsColumn) => boolean) => {
    const left = next.filter(ticked)
    setOrder([...next])
    // A table without a figure says nothing.
    if (left.length > 0) onChoose(left)
  }
  const move = (name: string, to: number) => {
    const column = order.find((one) => one.name === name)
    if (column === undefined || to < 0 || to >= order.length) return
    apply(order.filter((one) => one !== column).toSpliced(to, 0, column), isShown)
  }
  const onKey = (event: KeyboardEvent, name: string, index: number) => {
    const step = { ArrowUp: -1, ArrowDown: 1 }[event.key]
    if (!event.altKey || step === undefined) return
    event.preventDefault()
    move(name, index + step)
  }
  return (
    <ul className="column-list">
      {order.map((column, index) => (
        <li
          key={column.name}
          draggable
          onDragStart={() => setHeld(column.name)}
          onDragOver={(event) => event.preventDefault()}
          onDrop={() => held !== undefined && move(held, index)}
          onKeyDown={(event) => onKey(event, column.name, index)}
        >
          <Checkbox
            label={column.label}
            checked={isShown(column)}
            onChange={() => apply(order, (one) => (one === column ? !isShown(one) : isShown(one)))}
          />
          <button
            type="button"
            className="column-handle"
            aria-label={`Move ${column.label}: Alt with arrow up or down`}
          >
            <Icon name="handle" size={14} />
          </button>
        </li>
      ))}
    </ul>
  )
}
