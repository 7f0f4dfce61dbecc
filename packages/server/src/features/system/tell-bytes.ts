const units = ['B', 'kB', 'MB', 'GB', 'TB']
const step = 1_024

/** `1.2 GB`: in steps of 1,024, as systems count. */
export function tellBytes(bytes: number): string {
  const steps = Math.min(
    units.length - 1,
    Math.floor(Math.log(Math.max(1, Math.abs(bytes))) / Math.log(step)),
  )
  const amount = bytes / step ** steps
  const shown = steps === 0 || Math.abs(amount) >= 100 ? Math.round(amount) : Math.round(amount * 10) / 10
  return `${shown} ${units[steps]}`
}

/** The file's lines that were whole are written already. */
export function tellDamaged(files: number): string {
  const those = files === 1 ? 'A file has' : `${files.toLocaleString('en')} files have`
  return `${those} clicks that could not be read or written: see spool/*.damaged in the data folder.`
}

/** `4,321 clicks wait` */
export function tellClicksWaiting(rows: number): string {
  return `${rows.toLocaleString('en')} ${rows === 1 ? 'click waits' : 'clicks wait'}`
}
