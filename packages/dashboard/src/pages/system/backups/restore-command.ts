interface RestoreChoice {
  /** The folder that backups are kept in. */
  readonly to: string
  /** The newest one where it is not given. */
  readonly backup?: string
}

/** The command as docs/back-up.md writes it, for a shell. */
export function restoreCommand({ to, backup }: RestoreChoice): string {
  const choice = backup === undefined ? '' : ` \\\n  --backup ${quoted(backup)}`
  return `npm run -s quoin -- restore ${quoted(to)} --into data-restored${choice}`
}

/** A shell reads other letters as its own. */
function quoted(word: string): string {
  return /^[\w./:@%+,=-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`
}
