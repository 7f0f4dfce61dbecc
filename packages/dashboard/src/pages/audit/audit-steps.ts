/** The row after or before the open one; the first where none is open, and the same at an end. */
export function moveOpen(rows: readonly { readonly id: string }[], open: string, step: 1 | -1): string {
  const index = rows.findIndex(({ id }) => id === open)
  const next = index < 0 ? 0 : index + step
  return rows[next]?.id ?? open
}

/** The day of a moment in the viewer's zone, as both ends of a range. */
export function dayBounds(atSec: number): { readonly from: string; readonly to: string } {
  const day = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short' }).format(atSec * 1000)
  return { from: day, to: day }
}
