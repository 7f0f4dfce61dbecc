import { buildFolders, builtNames, type BuiltName, listStale } from '../../tools/built-folders.ts'
import { repository } from './run-program.ts'

/** The files whose tests ask for what is built. */
const askedBy: Readonly<Record<BuiltName, RegExp>> = {
  dashboard: /browser|dashboard/,
  reference: /browser|system/,
  sdk: /browser|wall|sdk|publisher-pages/,
  wall: /browser|wall|sdk/,
}

/** Builds anew what these tests ask for, where a source has changed since it was made. */
export async function renewBuilt(files: readonly string[]): Promise<void> {
  const asked = builtNames.filter((name) => files.some((file) => askedBy[name].test(file)))
  await buildFolders(repository, listStale(repository, asked))
}
