/** A moment as a field of local time has it: `2026-11-24T13:00:00`. */
export function localText(atSec: number): string {
  const at = new Date(atSec * 1000)
  const [year, month, day, hour, minute, second] = [
    at.getFullYear(),
    at.getMonth() + 1,
    at.getDate(),
    at.getHours(),
    at.getMinutes(),
    at.getSeconds(),
  ].map((part) => String(part).padStart(2, '0'))
  return `${year}-${month}-${day}T${hour}:${minute}:${second}`
}

/** Its Unix seconds; undefined where it is none. */
export function secondsOfLocal(text: string): number | undefined {
  const ms = /^\d{4}-\d\d-\d\dT\d\d:\d\d/.test(text) ? new Date(text).getTime() : Number.NaN
  return Number.isNaN(ms) ? undefined : Math.floor(ms / 1000)
}
