import { useState } from 'react'

const storageKey = 'quoin.statistics.columns'

/** The columns that a person chose on this device; an address that names some is followed all the same. */
export function useColumns(
  inAddress: string,
  change: (columns: string) => void,
): readonly [string, (columns: string) => void] {
  const [kept, setKept] = useState(read)
  const choose = (columns: string) => {
    keep(columns)
    setKept(columns)
    change(columns)
  }
  return [inAddress === '' ? kept : inAddress, choose]
}

function read(): string {
  try {
    return localStorage.getItem(storageKey) ?? ''
  } catch {
    return ''
  }
}

/** A browser that keeps nothing shows the usual ones next time. */
function keep(columns: string): void {
  try {
    if (columns === '') localStorage.removeItem(storageKey)
    else localStorage.setItem(storageKey, columns)
  } catch {}
}
