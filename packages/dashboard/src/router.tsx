import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
} from '@tanstack/react-router'
import { Frame } from './frame/frame.tsx'
import { keepMode } from './frame/publisher/keep-mode.ts'
import { NoPage, NotFound, PageError } from './frame/page-error.tsx'
import { parseSearch, stringifySearch } from './frame/search-text.ts'

const root = createRootRoute({ notFoundComponent: NoPage, errorComponent: PageError })
const frame = createRoute({ getParentRoute: () => root, id: 'frame', component: Frame })

type Load = Parameters<typeof lazyRouteComponent>[0]

/** A page inside the frame, in a chunk of its own; it exports its component by the given name. */
function page(path: string, name: string, load: Load) {
  return createRoute({ getParentRoute: () => frame, path, component: lazyRouteComponent(load, name) })
}

/** The publishers' pages: their links keep the switch between live and test data. */
const publisherFrame = createRoute({
  getParentRoute: () => root,
  path: '/o/$publisherId',
  component: lazyRouteComponent(() => import('./frame/publisher/publisher-frame.tsx'), 'PublisherFrame'),
  search: { middlewares: [keepMode] },
})

/** A page of a publisher's: `apps/$appId/keys` stands at `/dashboard/o/12/apps/5/keys`. */
function own(path: string, name: string, load: Load) {
  return createRoute({
    getParentRoute: () => publisherFrame,
    path,
    component: lazyRouteComponent(load, name),
  })
}

/** A page for those who have not signed in, without the frame. */
function door(path: string, name: string, load: Load) {
  return createRoute({ getParentRoute: () => root, path, component: lazyRouteComponent(load, name) })
}

/** A case of the review page by its id, as what was found and the page of a click name it. */
const oneReview = createRoute({
  getParentRoute: () => frame,
  path: '/ops/review/$conversionId',
  beforeLoad: ({ params }) => {
    throw redirect({ to: '/ops/review', search: { open: params.conversionId }, replace: true })
  },
})

const tree = root.addChildren([
  door('/', 'StartPage', () => import('./pages/people/start-page.tsx')),
  door('/sign-in', 'SignInPage', () => import('./pages/people/sign-in-page.tsx')),
  door('/sign-up', 'SignUpPage', () => import('./pages/people/sign-up-page.tsx')),
  door('/sign-out', 'SignOutPage', () => import('./pages/people/sign-out-page.tsx')),
  door('/forgot', 'ForgotPage', () => import('./pages/people/forgot-page.tsx')),
  door('/link', 'LinkPage', () => import('./pages/people/link-page.tsx')),
  publisherFrame.addChildren([
    own('/', 'AppsPage', () => import('./pages/publisher/apps/apps-page.tsx')),
    own('money/$month', 'StatementPage', () => import('./pages/publisher/money/statement-page.tsx')),
    own('money', 'OwnMoneyPage', () => import('./pages/publisher/money/own-money-page.tsx')),
    own('clicks/$clickId', 'OwnClickPage', () => import('./pages/publisher/history/own-click-page.tsx')),
    own(
      'apps/$appId/conversions',
      'ConversionsPage',
      () => import('./pages/publisher/history/conversions-page.tsx'),
    ),
    own('apps/$appId/reports', 'ReportsPage', () => import('./pages/publisher/reports/reports-page.tsx')),
    own('apps/$appId/clicks', 'ClicksPage', () => import('./pages/publisher/history/clicks-page.tsx')),
    own(
      'apps/$appId/callbacks',
      'OwnCallbacksPage',
      () => import('./pages/publisher/callbacks/own-callbacks-page.tsx'),
    ),
    own('apps/$appId/calls', 'CallsPage', () => import('./pages/publisher/calls/calls-page.tsx')),
    own('apps/$appId/console', 'ConsolePage', () => import('./pages/publisher/console/console-page.tsx')),
    own('apps/$appId/users', 'UsersPage', () => import('./pages/publisher/users/users-page.tsx')),
    own('apps/$appId/users/$userId', 'OwnUserPage', () => import('./pages/publisher/users/user-page.tsx')),
    own('apps/$appId/offers', 'OffersPage', () => import('./pages/publisher/offers/offers-page.tsx')),
    own('new-app', 'NewAppPage', () => import('./pages/publisher/apps/new-app-page.tsx')),
    own('team', 'TeamPage', () => import('./pages/publisher/team/team-page.tsx')),
    own('tokens', 'OwnTokensPage', () => import('./pages/publisher/team/tokens-page.tsx')),
    own('apps/$appId/start', 'StartPage', () => import('./pages/publisher/start/start-page.tsx')),
    own('apps/$appId/try', 'TestBenchPage', () => import('./pages/publisher/trial/test-bench-page.tsx')),
    own('apps/$appId/keys', 'KeysPage', () => import('./pages/publisher/keys/keys-page.tsx')),
    own('apps/$appId/settings', 'SettingsPage', () => import('./pages/publisher/settings/settings-page.tsx')),
    own('account', 'AccountPage', () => import('./pages/people/account-page.tsx')),
  ]),
  frame.addChildren([
    oneReview,
    page('/ops', 'OverviewPage', () => import('./pages/overview/overview-page.tsx')),
    page('/ops/first-run', 'FirstRunPage', () => import('./pages/overview/first-run/first-run-page.tsx')),
    page('/ops/statistics', 'StatisticsPage', () => import('./pages/statistics/statistics-page.tsx')),
    page('/ops/money', 'MoneyPage', () => import('./pages/money/money-page.tsx')),
    page('/ops/offers', 'OffersPage', () => import('./pages/offers/offers-page.tsx')),
    page('/ops/offers/import', 'ImportPage', () => import('./pages/offers/import/import-page.tsx')),
    page('/ops/offers/new', 'NewOfferPage', () => import('./pages/offers/form/new-offer-page.tsx')),
    page('/ops/offers/edit', 'EditOffersPage', () => import('./pages/offers/many/edit-offers-page.tsx')),
    page(
      '/ops/offers/edits/$editId',
      'OfferEditPage',
      () => import('./pages/offers/many/offer-edit-page.tsx'),
    ),
    page(
      '/ops/offers/$offerId/edit',
      'EditOfferPage',
      () => import('./pages/offers/form/edit-offer-page.tsx'),
    ),
    page('/ops/offers/$offerId', 'OfferPage', () => import('./pages/offers/offer-page.tsx')),
    page('/ops/networks', 'NetworksPage', () => import('./pages/networks/networks-page.tsx')),
    page('/ops/networks/$networkId', 'NetworkPage', () => import('./pages/networks/network-page.tsx')),
    page('/ops/sources', 'SourcesPage', () => import('./pages/sources/sources-page.tsx')),
    page('/ops/sources/new', 'NewSourcePage', () => import('./pages/sources/new/new-source-page.tsx')),
    page('/ops/sources/$sourceId', 'SourcePage', () => import('./pages/sources/one/source-page.tsx')),
    page(
      '/ops/sources/$sourceId/runs/$runId',
      'SourceRunPage',
      () => import('./pages/sources/run/source-run-page.tsx'),
    ),
    page('/ops/risk', 'RiskPage', () => import('./pages/risk/risk-page.tsx')),
    page('/ops/lists', 'ListsPage', () => import('./pages/lists/lists-page.tsx')),
    page('/ops/system', 'SystemPage', () => import('./pages/system/system-page.tsx')),
    page('/ops/audit', 'AuditPage', () => import('./pages/audit/audit-page.tsx')),
    page('/ops/account', 'AccountPage', () => import('./pages/people/account-page.tsx')),
    page('/ops/team', 'TeamPage', () => import('./pages/people/team-page.tsx')),
    page('/ops/tokens', 'TokensPage', () => import('./pages/people/tokens-page.tsx')),
    page('/ops/review', 'ReviewPage', () => import('./pages/review/review-page.tsx')),
    page('/ops/conversions', 'DecidedPage', () => import('./pages/decisions/decided-page.tsx')),
    page('/ops/tickets', 'TicketsPage', () => import('./pages/tickets/tickets-page.tsx')),
    page('/ops/alerts', 'AlertsPage', () => import('./pages/alerts/alerts-page.tsx')),
    page('/ops/publishers', 'PublishersPage', () => import('./pages/publishers/publishers-page.tsx')),
    page(
      '/ops/publishers/$publisherId',
      'PublisherPage',
      () => import('./pages/publishers/publisher-page.tsx'),
    ),
    page('/ops/apps', 'AppsPage', () => import('./pages/apps/apps-page.tsx')),
    page('/ops/apps/$appId', 'AppPage', () => import('./pages/apps/app-page.tsx')),
    page('/ops/callbacks', 'CallbacksPage', () => import('./pages/callbacks/callbacks-page.tsx')),
    page('/ops/callbacks/$endpointId', 'EndpointPage', () => import('./pages/callbacks/endpoint-page.tsx')),
    page('/ops/search', 'SearchPage', () => import('./pages/search/search-page.tsx')),
    page('/ops/users/$appId/$userId', 'UserPage', () => import('./pages/users/user-page.tsx')),
    page(
      '/ops/publishers/$publisherId/view',
      'ViewAsPage',
      () => import('./pages/publisher/apps/view-as-page.tsx'),
    ),
    page('/t/$clickId', 'ClickPage', () => import('./pages/clicks/click-page.tsx')),
  ]),
])

export const router = createRouter({
  routeTree: tree,
  basepath: '/dashboard',
  parseSearch,
  stringifySearch,
  defaultPreload: 'intent',
  defaultPreloadStaleTime: 0,
  defaultErrorComponent: PageError,
  defaultNotFoundComponent: NotFound,
  scrollRestoration: true,
})
