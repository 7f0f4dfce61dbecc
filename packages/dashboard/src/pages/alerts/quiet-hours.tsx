import { Button, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import type { DataOf } from '../../api/operation-types.ts'
import { useChange } from '../../api/use-change.ts'
import { Failure } from '../../parts/feedback/failure.tsx'
import { toast } from '../../parts/feedback/toaster.tsx'
import { viewerZone } from '../../format/format-time.ts'

type Quiet = DataOf<'listAlertChannels'>['quiet']

/** Hours in which nothing is sent. */
export function QuietHours({ quiet, mayChange }: { readonly quiet: Quiet; readonly mayChange: boolean }) {
  const isNone = quiet.quiet_from === quiet.quiet_to
  const [from, setFrom] = useState(clockOf(isNone ? 22 * 60 : quiet.quiet_from))
  const [to, setTo] = useState(clockOf(isNone ? 7 * 60 : quiet.quiet_to))
  const [timeZone, setTimeZone] = useState(isNone ? viewerZone() : quiet.time_zone)
  const change = useChange('changeQuietHours')
  const save = (quietFrom: number, quietTo: number) =>
    change.mutate(
      { body: { quietFrom, quietTo, timeZone } },
      { onSuccess: () => toast('Quiet hours are changed.') },
    )
  const submit = (event: FormEvent) => {
    event.preventDefault()
    save(minuteOf(from), minuteOf(to))
  }
  return (
    <section className="card">
      <div className="card-head">
        <h2 className="grow">Quiet hours</h2>
        <span className="sm muted">
          {isNone
            ? 'None: everything is sent at once'
            : `${clockOf(quiet.quiet_from)}–${clockOf(quiet.quiet_to)}, ${quiet.time_zone}`}
        </span>
      </div>
      {mayChange && (
        <form className="channel-form" onSubmit={submit}>
          <TextInput
            type="time"
            label="From"
            value={from}
            onChange={(event) => setFrom(event.currentTarget.value)}
          />
          <TextInput
            type="time"
            label="To"
            value={to}
            onChange={(event) => setTo(event.currentTarget.value)}
          />
          <TextInput
            label="Time zone"
            className="grow"
            value={timeZone}
            onChange={(event) => setTimeZone(event.currentTarget.value)}
          />
          <Button type="submit" loading={change.isPending}>
            Save
          </Button>
          {!isNone && (
            <Button variant="subtle" onClick={() => save(0, 0)}>
              No quiet hours
            </Button>
          )}
          {change.error !== null && <Failure what="They were not changed" error={change.error} />}
        </form>
      )}
    </section>
  )
}

function clockOf(minute: number): string {
  const two = (value: number) => String(value).padStart(2, '0')
  return `${two(Math.floor(minute / 60))}:${two(minute % 60)}`
}

function minuteOf(clock: string): number {
  const [hours = '0', minutes = '0'] = clock.split(':')
  return Number(hours) * 60 + Number(minutes)
}
