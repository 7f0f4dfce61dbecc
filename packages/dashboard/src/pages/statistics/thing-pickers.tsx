import { useState } from 'react'
import { formatMany } from '../../format/format-number.ts'
import { Picker } from '../../parts/table/picker.tsx'
import type { StatsState } from './stats-filters.tsx'
import type { DayRange } from './stats-range.ts'
import { joinChoice, splitChoice, type Thing, things } from './things.ts'
import { useThingOptions } from './use-thing-options.ts'

interface ThingPickersProps {
  readonly state: StatsState
  readonly change: (changed: Partial<StatsState>) => void
  readonly range: DayRange
  readonly zone: string
}

const order = ['network', 'offer', 'app', 'country', 'platform', 'subId'] as const

/** The filters of the operator's statistics: each knows names, and what had clicks in the range. */
export function ThingPickers(props: ThingPickersProps) {
  return order.map((thing) => <ThingPicker key={thing} thing={thing} {...props} />)
}

function ThingPicker({ thing, state, change, range, zone }: ThingPickersProps & { readonly thing: Thing }) {
  const [isOpened, setOpened] = useState(false)
  const [text, setText] = useState('')
  const chosen = splitChoice(state[thing] ?? '')
  const options = useThingOptions(thing, { range, zone, chosen, isOff: !isOpened, text })
  const { label, one, many } = things[thing]
  return (
    <Picker
      name={label}
      none="All"
      find={`Find ${/^[aeiou]/.test(one) ? 'an' : 'a'} ${one}`}
      options={options}
      chosen={chosen}
      onChoose={(next) => change({ [thing]: joinChoice(next.slice(0, chosenMax)) })}
      tellChoice={(next) =>
        next.length === 0 ? `Show all ${many}` : `Show ${formatMany(next.length, one, many)}`
      }
      onOpen={() => {
        setText('')
        setOpened(true)
      }}
      onFind={setText}
      counts="clicks in this range"
    />
  )
}

/** The server takes no more of them at once. */
const chosenMax = 50
