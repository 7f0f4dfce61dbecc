interface RestoreChoice {
  /** The folder that backups are kept in. */
  readonly to: string
  /** The newest one where it is not given. */
  readonly backup?: string | undefined
  /** The moment to restore; the end of the log where it is not given. */
  readonly momentSec?: number | undefined
}

/** The command as docs/back-up.md writes it, for a shell. */
export function restoreCommand({ to, backup, momentSec }: RestoreChoice): string {
  const choices = [
    ...(backup === undefined ? [] : [`--backup ${quoted(backup)}`]),
    ...(momentSec === undefined
      ? []
      : [`--to ${new Date(momentSec * 1000).toISOString().replace('.000', '')}`]),
  ]
  const command = `npm run -s quoin -- restore ${quoted(to)} --into data-restored`
  return [command, ...choices].join(' \\\n  ')
}

/** A shell reads other letters as its own. */
function quoted(word: string): string {
  return /^[\w./:@%+,=-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`
}
