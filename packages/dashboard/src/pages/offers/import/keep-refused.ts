import type { DataOf } from '../../../api/operation-types.ts'
import { keepFile } from '../../../parts/feedback/keep-file.ts'

/** Has the browser keep the refused rows beside the file that they are from: `offers.csv` → `offers-refused.csv`. */
export function keepRefused(fileName: string) {
  return ({ data }: { readonly data: DataOf<'listRefusedRows'> }): void =>
    keepFile(`${fileName.replace(/\.\w+$/, '')}-refused.csv`, data.csv)
}
