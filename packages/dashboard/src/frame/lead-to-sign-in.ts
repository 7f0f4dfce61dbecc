import type { AnyRouter } from '@tanstack/react-router'

/** Goes to the sign-in page, which leads back to where the reader was. */
export function leadToSignIn(router: AnyRouter): void {
  const { pathname, searchStr } = router.state.location
  if (pathname === '/sign-in') return
  router.navigate({ to: '/sign-in', search: { to: `${pathname}${searchStr}` }, replace: true })
}
