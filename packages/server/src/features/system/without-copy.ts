/** A sentence for /readyz and the system page, where REQUIRE_STANDBY asks for more. */
export const withoutCopy =
  'it acknowledges without a copy: no synchronous standby is waited for (REQUIRE_STANDBY).'
