/** The name of a backup: the moment at which it was begun, ISO 8601 in UTC, as `20261124T120000Z`. Later ones sort behind. */
export function backupNameOf(begunAt: string): string {
  return begunAt.replace(/[-:]|\.\d+/g, '')
}

const pattern = /^(\d{4})(\d{2})(\d{2})T(\d{2})(\d{2})(\d{2})Z$/

/** When a backup of this name was begun; undefined where it is the name of none. */
export function timeOfBackup(name: string): number | undefined {
  const parts = pattern.exec(name)?.slice(1)
  if (parts === undefined) return undefined
  const [year, month, day, hour, minute, second] = parts
  const ms = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`)
  return Number.isNaN(ms) ? undefined : ms
}
