/** As `SIGN_UP` says it. */
export type SignUpMode = 'open' | 'approval' | 'closed'

interface Platform {
  readonly setting: SignUpMode
  /** Whether addresses can be confirmed by mail. */
  readonly isMailed: boolean
  readonly hasOperator: boolean
}

/**
 * How publishers sign up at this moment. Before there is an operator nobody is let in. Where no mail confirms an address,
 * an operator does: nobody goes live by an address that they only say is theirs.
 */
export function signUpMode({ setting, isMailed, hasOperator }: Platform): SignUpMode {
  if (!hasOperator) return 'closed'
  return setting === 'open' && !isMailed ? 'approval' : setting
}
