import type { Settings } from '../settings/config.ts'
import { demoFilePath } from './demo/demo-file.ts'
import type { Demo } from './demo/keep-demo.ts'
import { describeSetUp, type SetUp } from './keep-set-up.ts'

interface Welcome {
  readonly settings: Settings
  readonly demo: Demo | undefined
  /** While nobody has set the service up. */
  readonly setUp: SetUp | undefined
  readonly appsCount: number
  /** Whether a person reads it: what is no terminal is a log, which others read and keep. */
  readonly isTerminal: boolean
}

/**
 * The text printed once the service answers: where it is and what to do next. Secrets only when they are new, and only
 * on a terminal.
 */
export function printWelcome({ settings, demo, setUp, appsCount, isTerminal }: Welcome): string {
  const { baseUrl, dataDir } = settings
  return [
    '',
    `  Quoin is serving at ${baseUrl}   (dashboard: ${baseUrl}/dashboard, documentation: ${baseUrl}/docs)`,
    '',
    ...(setUp ? describeSetUp(setUp, { isDemo: demo !== undefined, isTerminal }) : []),
    ...nextSteps({ demo, demoFile: demoFilePath(dataDir), appsCount, baseUrl, isTerminal }),
    '  Ctrl-C stops it.',
    '',
  ].join('\n')
}

interface Situation extends Pick<Welcome, 'demo' | 'appsCount' | 'isTerminal'> {
  readonly demoFile: string
  readonly baseUrl: string
}

function nextSteps({ demo, demoFile, appsCount, baseUrl, isTerminal }: Situation): string[] {
  if (demo?.isNew && isTerminal) {
    const { apiKey, apiSecret } = demo.credentials
    return [
      `  Demo credentials, printed this once and kept in ${demoFile}:`,
      `    API key     ${apiKey}`,
      `    API secret  ${apiSecret}`,
      '',
      '  Try it in another terminal:',
      `    curl '${baseUrl}/api/v1/offers?userId=user-1&limit=3' \\`,
      `      -H 'X-API-Key: ${apiKey}' \\`,
      `      -H 'X-API-Secret: ${apiSecret}'`,
      '',
    ]
  }
  if (demo) {
    return [
      `  The demo credentials are in ${demoFile}. This loads them for the tour in the README:`,
      '    eval "$(npm run -s quoin -- demo env)"',
      '',
    ]
  }
  if (appsCount > 0) return []
  return [
    '  There is no app yet. These make a network and an app (see "Your own database" in the README):',
    '    npm run -s quoin -- networks create --help',
    '    npm run -s quoin -- apps create --help',
    '',
  ]
}
