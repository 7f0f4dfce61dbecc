import { useNavigate } from '@tanstack/react-router'
import { type KeyboardEvent, useDeferredValue, useEffect, useRef, useState } from 'react'
import { useOperation } from '../../api/use-operation.ts'
import { closePalette } from '../../frame/palette-state.ts'
import { sectionGroups } from '../../frame/sections.ts'
import { Icon, type IconName } from '../../parts/value/icon.tsx'
import { StatusOf } from '../../parts/value/status-chip.tsx'
import { groupFound, splitAt } from './found-list.ts'
import './palette.css'

interface Choice {
  readonly key: string
  readonly icon: IconName
  readonly title: string
  readonly detail: string
  readonly state: string | null
  readonly link: string
}

interface Group {
  readonly title: string
  readonly choices: readonly Choice[]
}

/** Search over everything: any id, any name, any page. Keyboard first. */
export function Palette() {
  const dialog = useRef<HTMLDialogElement>(null)
  const [text, setText] = useState('')
  const [chosen, setChosen] = useState(0)
  const wanted = useDeferredValue(text.trim())
  const { data, isFetching, error } = useOperation(
    'search',
    { query: { text: wanted } },
    { isOff: wanted === '' },
  )
  const navigate = useNavigate()
  useEffect(() => {
    const shown = dialog.current
    shown?.showModal()
    return () => shown?.close()
  }, [])
  const found = wanted === '' ? [] : groupFound(data ?? [])
  const groups: readonly Group[] = [
    ...found.map(({ title, icon, rows }) => ({
      title,
      choices: rows.map((row) => ({ ...row, key: `${row.kind}-${row.link}`, icon })),
    })),
    { title: 'Go to', choices: pagesLike(text) },
  ].filter(({ choices }) => choices.length > 0)
  const all = groups.flatMap(({ choices }) => choices)
  const at = Math.min(chosen, Math.max(0, all.length - 1))
  const open = (choice: Choice | undefined, isNewTab: boolean) => {
    if (!choice) return
    closePalette()
    if (isNewTab) window.open(`/dashboard${choice.link}`, '_blank', 'noopener')
    else navigate({ to: choice.link })
  }
  const press = (event: KeyboardEvent) => {
    const move = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (move !== undefined) {
      event.preventDefault()
      setChosen((at + move + all.length) % Math.max(1, all.length))
    } else if (event.key === 'Enter') {
      event.preventDefault()
      open(all[at], event.metaKey || event.ctrlKey)
    }
  }
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: a click beside it closes; the keyboard has Esc
    <dialog
      ref={dialog}
      className="palette"
      aria-label="Find anything"
      onCancel={(event) => {
        event.preventDefault()
        closePalette()
      }}
      onClick={(event) => event.target === dialog.current && closePalette()}
    >
      <div className="palette-input">
        <Icon name="search" size={18} />
        <input
          autoFocus
          role="combobox"
          aria-expanded
          aria-controls="palette-results"
          aria-activedescendant={all[at] ? `choice-${at}` : undefined}
          aria-label="A user, click id, transaction, publisher, app, offer or network"
          placeholder="A user, click id, transaction, publisher, app, offer or network"
          value={text}
          maxLength={255}
          onChange={(event) => {
            setText(event.currentTarget.value)
            setChosen(0)
          }}
          onKeyDown={press}
        />
        <kbd>esc</kbd>
      </div>
      <div id="palette-results" role="listbox" aria-label="Results" className="palette-results">
        {error && wanted !== '' && (
          <p className="palette-note">The search did not answer. Type again to retry.</p>
        )}
        {!error && wanted !== '' && !isFetching && data?.length === 0 && (
          <p className="palette-note">
            Nothing has this id or name. To find a user or a transaction, enter the whole id.
          </p>
        )}
        {groups.map(({ title, choices }) => (
          // biome-ignore lint/a11y/useSemanticElements: a list box has groups, not field sets
          <div key={title} role="group" aria-label={title}>
            <p aria-hidden="true">{title}</p>
            {choices.map((choice) => {
              const index = all.indexOf(choice)
              return (
                <ChoiceRow
                  key={choice.key}
                  choice={choice}
                  id={`choice-${index}`}
                  wanted={text}
                  isChosen={index === at}
                  onOpen={(isNewTab) => open(choice, isNewTab)}
                />
              )
            })}
          </div>
        ))}
      </div>
      <div className="palette-foot desk">
        <span>
          <kbd>↑</kbd> <kbd>↓</kbd> choose
        </span>
        <span>
          <kbd>↵</kbd> open
        </span>
        <span className="grow" />
        <span>Any id will do, even a network’s</span>
      </div>
    </dialog>
  )
}

interface ChoiceRowProps {
  readonly choice: Choice
  readonly id: string
  readonly wanted: string
  readonly isChosen: boolean
  readonly onOpen: (isNewTab: boolean) => void
}

function ChoiceRow({ choice, id, wanted, isChosen, onOpen }: ChoiceRowProps) {
  const [before, match, after] = splitAt(choice.title, wanted)
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the input has the keyboard
    <div
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={isChosen}
      className="palette-choice"
      onClick={(event) => onOpen(event.metaKey || event.ctrlKey)}
    >
      <span className="palette-icon">
        <Icon name={choice.icon} />
      </span>
      <span className="grow palette-text">
        <b>
          {before}
          <mark>{match}</mark>
          {after}
        </b>
        {choice.detail !== '' && <small>{choice.detail}</small>}
      </span>
      {choice.state && <StatusOf word={choice.state} />}
      {isChosen && <kbd>↵</kbd>}
    </div>
  )
}

const pagesMax = 6

function pagesLike(text: string): readonly Choice[] {
  const wanted = text.trim().toLowerCase()
  return sectionGroups
    .flatMap(({ sections }) => sections)
    .filter((section) => section.text.toLowerCase().includes(wanted))
    .slice(0, pagesMax)
    .map(({ to, text: title, icon }) => ({ key: to, icon, title, detail: '', state: null, link: to }))
}
