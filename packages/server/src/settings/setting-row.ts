/** One setting: its variable, how it is read, what it is by default, and one sentence for the docs. */
export interface SettingRow<T> {
  readonly variable: string
  readonly doc: string
  /** As text, since it is read like a given one; undefined where the default is something else (see doc). */
  readonly standard: string | undefined
  /** Returns what is wrong as an Error, made for a reader. */
  readonly read: (text: string) => T | Error
}

export function row<T>(
  variable: string,
  standard: string | undefined,
  read: SettingRow<T>['read'],
  doc: string,
): SettingRow<T> {
  return { variable, standard, read, doc }
}
