import { buildProgram } from './cli/program.ts'
import { reportFailure } from './cli/report-failure.ts'

buildProgram().parseAsync().catch(reportFailure)
