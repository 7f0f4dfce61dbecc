/* Imports do not tell everything: these rows say which tests a change of some files asks for. */

interface Row {
  readonly sources: readonly string[]
  readonly tests: readonly string[]
}

/** Rules of the house, which any change may break. */
export const always = ['test/{words,imports,exports,references,paths}.test.ts']

/** A change here may reach any test. */
export const everything = [
  'package.json',
  'package-lock.json',
  'packages/*/package.json',
  'tsconfig.json',
  '.ci/**',
  'test/run.ts',
  'test/support/{browser,clear-up,database,lanes,prepared-data,run-together,share-processes,test-server,world}.ts',
  'packages/server/src/app.ts',
]

/** They put all rooms together: who imports them needs the whole, not the room that was changed. */
export const hubs = [
  'test/support/{check-answer,database,server-process,test-server,world}.ts',
  'packages/server/src/{app,cli,main}.ts',
  'packages/server/src/boot/**',
  'packages/server/src/cli/**',
  'packages/server/src/planes/*/*routes.ts',
  'packages/server/src/planes/*/register*.ts',
  'packages/server/src/store/index.ts',
  'packages/contract/src/openapi.ts',
]

/** Where a test that asks the whole server lies in the folder that it speaks of. */
export const neighbours = [
  'packages/server/src/{features,jobs,planes,store}/*/**',
  'packages/server/src/adapters/**',
  'packages/core/src/**',
]

const pages = (folder: string) => `packages/dashboard/src/pages/${folder}/**`
const browser = (names: string) => [`test/browser/${names}.test.ts`]

export const rows: readonly Row[] = [
  // Files that no test imports.
  { sources: ['compose.yml', '.env.example', 'Containerfile'], tests: ['test/deploy/compose.test.ts'] },
  { sources: ['deploy/**'], tests: ['test/deploy/*.test.ts'] },
  // The pages of the operator.
  { sources: [pages('{alerts,review}')], tests: browser('review') },
  { sources: [pages('{decisions,clicks}')], tests: browser('decisions') },
  { sources: [pages('callbacks')], tests: browser('callbacks') },
  { sources: [pages('{lists,audit}')], tests: browser('lists') },
  { sources: [pages('{money,statistics}')], tests: browser('{money,statistics}') },
  { sources: [pages('offers/form')], tests: browser('offer-form') },
  { sources: [pages('{networks,offers}')], tests: browser('supply') },
  { sources: [pages('sources')], tests: browser('sources') },
  { sources: [pages('people')], tests: browser('people') },
  { sources: [pages('{apps,publishers}')], tests: browser('publishers') },
  { sources: [pages('risk')], tests: browser('risk') },
  { sources: [pages('{clicks,search,users}')], tests: browser('stories') },
  { sources: [pages('{jobs,overview,system}')], tests: browser('{system,first-run,first-paint}') },
  { sources: [pages('tickets')], tests: browser('tickets') },
  // Those of a publisher.
  { sources: [pages('publisher/{callbacks,trial}')], tests: browser('publisher-callbacks') },
  { sources: [pages('publisher/{calls,console}')], tests: browser('publisher-calls') },
  { sources: [pages('publisher/{reports,history,users}')], tests: browser('publisher-{figures,history}') },
  { sources: [pages('publisher/{start,offers}')], tests: browser('publisher-journey') },
  { sources: [pages('publisher/keys')], tests: browser('publisher-keys') },
  { sources: [pages('publisher/money')], tests: browser('publisher-money') },
  { sources: [pages('publisher/{settings,apps}')], tests: browser('publisher-settings') },
  { sources: [pages('publisher/team')], tests: browser('publisher-members') },
  // All pages share these: the frames, and one page of each kind of part.
  {
    sources: ['packages/dashboard/{index.html,vite.config.ts}', 'packages/dashboard/{src,tools}/*.*'],
    tests: browser('{frame,publisher-frame}'),
  },
  {
    sources: ['packages/dashboard/src/{api,format,frame,parts,theme}/**'],
    tests: browser('{frame,publisher-frame,lists,publisher-figures}'),
  },
  {
    sources: ['packages/wall/**'],
    tests: ['test/browser/wall.test.ts', 'packages/server/src/planes/wall/*.test.ts'],
  },
  {
    sources: ['packages/sdk/**', 'packages/wall/tools/build-sdk.ts'],
    tests: ['test/{sdk,sdk-packed,sdk-projects}.test.ts', 'test/browser/sdk-in-pages.test.ts'],
  },
  {
    sources: ['packages/server/migrations/*.sql'],
    tests: [
      'packages/server/src/store/{plans,tables}.test.ts',
      'packages/server/src/store/pg/migrate.test.ts',
    ],
  },
  {
    sources: ['packages/contract/src/**'],
    tests: ['test/{matrix,openapi-lint}.test.ts', 'packages/contract/src/*.test.ts'],
  },
  {
    sources: ['packages/server/src/cli/**'],
    tests: ['test/{cli,command-operations,commands-start}.test.ts'],
  },
  { sources: ['packages/server/data/**'], tests: ['packages/server/src/adapters/addresses/*.test.ts'] },
  {
    sources: ['tools/**', '.npmrc', 'packages/reference/**'],
    tests: ['test/installs/*.test.ts', 'packages/server/src/planes/system/register-system.test.ts'],
  },
  { sources: ['docs/**', '*.md'], tests: ['packages/server/src/planes/system/register-system.test.ts'] },
  {
    sources: ['docs/{start,errors,how-to}/**', 'docs/{publishers,callbacks,receivers,sdk,wall}.md'],
    tests: ['test/publisher-pages.test.ts'],
  },
  {
    sources: ['deploy/ha/**'],
    tests: ['test/faults/cluster/{cluster,shipped-file}.test.ts', 'test/faults/drain.test.ts'],
  },
  { sources: ['clients/**'], tests: ['test/{clients,publisher-pages}.test.ts'] },
  { sources: ['examples/**'], tests: ['examples/**/*.test.ts', 'test/browser/examples.test.ts'] },
  // Money is told as one story through many rooms.
  {
    sources: ['packages/{core,server}/src/{,features/,store/}{caps,conversions,ledger,postbacks,terms}/**'],
    tests: ['test/journeys/{goals,money-in-batches,offer-to-reversal,risk-hold,terms-of-clicks}.test.ts'],
  },
]
