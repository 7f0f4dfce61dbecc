/** The problems of files that a person can mend, by the code of the system's error. */
const fileProblems: Readonly<Record<string, string>> = {
  ENOENT: 'does not exist',
  EACCES: 'may not be read or written by this user',
  EPERM: 'may not be read or written by this user',
  EISDIR: 'is a folder',
  ENOTDIR: 'lies below a file that is no folder',
  ENOSPC: 'cannot be written: the disk is full',
  EDQUOT: 'cannot be written: the quota is used up',
  EIO: 'cannot be read or written: the disk fails',
  EROFS: 'cannot be written: the disk is read-only',
}

/** The problem of a file in a sentence with its path; undefined for any other error. */
export function fileProblemOf(error: Error): string | undefined {
  if (!('code' in error) || !('path' in error)) return undefined
  const problem = fileProblems[String(error.code)]
  return problem === undefined ? undefined : `${error.path} ${problem}.`
}
