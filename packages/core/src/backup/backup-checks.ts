/** The checks of a proof, in the order in which they are made; one that is not reached is told as that. */
export const backupChecks = {
  passphrase: 'Opens with the passphrase',
  files: 'Files are as they were written',
  restore: 'Restores',
  amounts: 'Nothing is missing',
  tables: 'Tables and indexes are sound',
  ledger: 'The ledger sums to zero',
  link: 'A list and a link answer',
  postback: 'A test postback is booked once',
} as const

export type BackupCheckName = keyof typeof backupChecks
export const backupCheckNames = Object.keys(backupChecks) as readonly BackupCheckName[] // the keys of the object above

/** How a check ended. */
export interface BackupCheck {
  readonly check: BackupCheckName
  /** Null: an earlier one failed, and it was not made. */
  readonly isHeld: boolean | null
  /** Its figure, or the fault in a sentence. */
  readonly detail: string
}
