export interface Letter {
  readonly to: string
  readonly subject: string
  readonly text: string
}

/** E-mail to the people of the dashboard. */
export interface Mail {
  /** Whether there is a mail server; without one nothing is sent. */
  readonly isOn: boolean
  /** Nobody waits for it: a failure is logged. */
  send(letter: Letter): void
  /** Null once the mail server has taken it, else why not, in a sentence without the letter. */
  deliver(letter: Letter): Promise<string | null>
  /** Waits for what is under way. */
  close(): Promise<void>
}
