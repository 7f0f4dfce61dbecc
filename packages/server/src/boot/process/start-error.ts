/** Why the server cannot start, in one sentence for a person. */
export class StartError extends Error {}
