/** A backup could not be tried here, which says nothing about the backup: the disk is too small, the passphrase is another one. */
export class TrialError extends Error {}
