import { type DayRange, daysOf, moveDay } from './stats-range.ts'

/** The beginnings of all days or hours of a range as its clocks show them; a day has 24 of them here. */
export function timesOf(range: DayRange, isHourly: boolean): readonly string[] {
  const days = Array.from({ length: daysOf(range) }, (_, index) => moveDay(range.from, index))
  if (!isHourly) return days.map((day) => `${day}T00:00`)
  return days.flatMap((day) =>
    Array.from({ length: 24 }, (_, hour) => `${day}T${String(hour).padStart(2, '0')}:00`),
  )
}
