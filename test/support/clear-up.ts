import { after } from 'node:test'

type Work = () => Promise<void> | void

const eachFile: Work[] = []
const allFiles: Work[] = []

/** Is done after the tests of each file that this process runs: for what a file's tests may leave behind. */
export function afterEachFile(work: Work): void {
  eachFile.push(work)
}

/** Is done once, when no file is left: for what files may share. */
export function afterAllFiles(work: Work): void {
  allFiles.push(work)
}

export async function clearUpFile(): Promise<void> {
  for (const work of eachFile) await work()
}

/** When no file is left. */
export async function clearUpAll(): Promise<void> {
  for (const work of allFiles.splice(0).toReversed()) await work()
}

const state = { isShared: false }

/** From now on whoever runs several files in this process calls both of the above. */
export function clearUpByHand(): void {
  state.isShared = true
}

// In a process of one file this is that file's end; of several, node calls it after the first.
after(async () => {
  if (state.isShared) return
  await clearUpFile()
  await clearUpAll()
})
