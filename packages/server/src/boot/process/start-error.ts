/** Why the server cannot start, in one sentence for a person. */
export class StartError extends Error {}

/** The database is away or refused for now: the same start may succeed later. Any other error will be met again. */
export class DatabaseAwayError extends StartError {}
