import { runWords } from '../../packages/server/src/cli/run-words.ts'
import { type Ended, type Environment, plainEnvironment } from './run-program.ts'

/**
 * A command of Quoin, as a person gives it, in this process: `runCommandHere(['apps', 'list'], { DATA_DIR: … })`.
 * A process for each costs most of a second; `runQuoin` starts one. `answer` is what is typed where it asks.
 */
export async function runCommandHere(
  words: readonly string[],
  environment: Environment,
  answer = '',
): Promise<Ended> {
  const ended = { code: 0, signal: null, stdout: '', stderr: '' }
  await runWords(words, {
    environment: plainEnvironment(environment),
    isInteractive: false,
    print(text) {
      ended.stdout += `${text}\n`
    },
    printError(text) {
      ended.stderr += `${text}\n`
    },
    setExitCode(code) {
      ended.code = code
    },
    async ask(question) {
      ended.stderr += question
      return answer
    },
  })
  return ended
}
