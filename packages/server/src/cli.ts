import { buildProgramFor } from './cli/program.ts'
import { reportFailure } from './cli/report-failure.ts'

const program = await buildProgramFor(process.argv.slice(2))
program.parseAsync().catch(reportFailure)
