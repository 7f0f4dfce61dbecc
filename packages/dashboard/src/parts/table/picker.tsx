import { Button, Checkbox, Popover, TextInput } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { formatCount } from '../../format/format-number.ts'
import { Icon } from '../value/icon.tsx'
import { gather, markOf, matching, nameChoice, type PickerOption, spread, toggle } from './picker-choice.ts'
import './picker.css'

interface PickerProps {
  /** The word before the choice: "Who". */
  readonly name: string
  /** The choice of nothing: "Everybody". */
  readonly none: string
  /** "Find a kind of change" */
  readonly find: string
  readonly options: readonly PickerOption[]
  readonly chosen: readonly string[]
  readonly onChoose: (chosen: readonly string[]) => void
  /** The words of the button for a choice: "Show 21 changes". */
  readonly tellChoice: (chosen: readonly string[]) => string
  /** The options are asked for when it opens. */
  readonly onOpen?: () => void
  /** More options are asked for by a text. */
  readonly onFind?: (text: string) => void
  /** Says what the numbers beside the options count. */
  readonly counts?: string
}

/** A button that says what is chosen, with a list to choose from by name. It takes effect by its button. */
export function Picker(props: PickerProps) {
  const { name, none, find, options, chosen, onChoose, tellChoice, onOpen, onFind, counts } = props
  const [isOpen, setOpen] = useState(false)
  const isSet = chosen.length > 0
  const choose = (next: readonly string[]) => {
    setOpen(false)
    onChoose(next)
  }
  return (
    <Popover
      opened={isOpen}
      onChange={setOpen}
      position="bottom-start"
      withinPortal={false}
      trapFocus
      returnFocus
    >
      <div className={isSet ? 'picker is-set' : 'picker'}>
        <Popover.Target>
          <button
            type="button"
            aria-haspopup="dialog"
            aria-expanded={isOpen}
            onClick={() => {
              setOpen(!isOpen)
              onOpen?.()
            }}
          >
            <span className="muted">{name}</span> <bdi>{nameChoice(options, chosen, none)}</bdi>
            <Icon name="down" size={14} />
          </button>
        </Popover.Target>
        {isSet && (
          <button
            type="button"
            className="picker-clear"
            aria-label={`${name}: ${none}`}
            onClick={() => choose([])}
          >
            <Icon name="cross" size={14} />
          </button>
        )}
      </div>
      <Popover.Dropdown className="picker-drop" aria-label={name}>
        {isOpen && <Choices {...{ find, options, chosen, tellChoice, onFind, counts }} onChoose={choose} />}
      </Popover.Dropdown>
    </Popover>
  )
}

interface ChoicesProps extends Pick<PickerProps, 'find' | 'options' | 'chosen' | 'onChoose' | 'tellChoice'> {
  readonly onFind: ((text: string) => void) | undefined
  readonly counts: string | undefined
}

function Choices({ find, options, chosen, onChoose, tellChoice, onFind, counts }: ChoicesProps) {
  const [text, setText] = useState('')
  const [leaves, setLeaves] = useState(() => spread(options, chosen))
  const [onTop] = useState(leaves)
  const shown = matching(options, text, onTop)
  const next = gather(options, leaves)
  const whole = (option: PickerOption) => options.find(({ value }) => value === option.value) ?? option
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        onChoose(next)
      }}
    >
      <TextInput
        data-autofocus
        aria-label={find}
        placeholder={find}
        leftSection={<Icon name="search" />}
        value={text}
        onChange={(event) => {
          setText(event.currentTarget.value)
          onFind?.(event.currentTarget.value)
        }}
      />
      <ul className="picker-list">
        {shown.map((option) => (
          <Group
            key={option.value}
            option={whole(option)}
            shown={option}
            isSought={text !== ''}
            {...{ leaves, setLeaves }}
          />
        ))}
        {shown.length === 0 && <li className="muted sm picker-nothing">Nothing has that name.</li>}
      </ul>
      <div className="picker-foot">
        <Button variant="subtle" onClick={() => setLeaves(new Set())}>
          Clear
        </Button>
        <span className="grow muted xs picker-counts">{counts}</span>
        <Button type="submit">{tellChoice(next)}</Button>
      </div>
    </form>
  )
}

interface Chosen {
  readonly leaves: ReadonlySet<string>
  readonly setLeaves: (leaves: ReadonlySet<string>) => void
}

interface GroupProps extends Chosen {
  readonly option: PickerOption
  /** With those of its members that match. */
  readonly shown: PickerOption
  readonly isSought: boolean
}

/** An option; its members come out where some are chosen or looked for, or by its arrow. */
function Group({ option, shown, isSought, ...chosen }: GroupProps) {
  const [isOpened, setOpened] = useState(() => markOf(option, chosen.leaves) === 'some')
  const isOpen = isOpened || isSought
  if (shown.members === undefined)
    return (
      <li>
        <Choice option={option} {...chosen} />
      </li>
    )
  return (
    <li>
      <Choice option={option} {...chosen}>
        <button
          type="button"
          className="picker-more"
          aria-expanded={isOpen}
          aria-label={`Kinds of ${option.label}`}
          onClick={() => setOpened(!isOpened)}
        >
          <Icon name={isOpen ? 'down' : 'right'} size={14} />
        </button>
      </Choice>
      {isOpen && (
        <ul className="picker-members">
          {shown.members.map((member) => (
            <li key={member.value}>
              <Choice option={member} {...chosen} />
            </li>
          ))}
        </ul>
      )}
    </li>
  )
}

interface ChoiceProps extends Chosen {
  readonly option: PickerOption
  readonly children?: ReactNode
}

function Choice({ option, leaves, setLeaves, children }: ChoiceProps) {
  const mark = markOf(option, leaves)
  return (
    <div className="picker-choice">
      <Checkbox
        label={<bdi className={option.members === undefined ? '' : 'picker-strong'}>{option.label}</bdi>}
        checked={mark === 'all'}
        indeterminate={mark === 'some'}
        onChange={() => setLeaves(toggle(option, leaves))}
      />
      {option.count !== undefined && <span className="num muted xs">{formatCount(option.count)}</span>}
      {children}
    </div>
  )
}
