import { runWords } from './cli/run-words.ts'
import { ownTerminal } from './cli/terminal.ts'

await runWords(process.argv.slice(2), ownTerminal)
