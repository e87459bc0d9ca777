/** The reasons why a provider's answer signs nobody in: `reason` of `sso_failed`. */
const ssoFailures = [
  /** The sign-in is unknown, too old, done before, or of another browser. */
  'expired',
  /** The provider says no, or the person has given up. */
  'denied',
  /** The answer fails a check. */
  'invalid',
  /** No address, one outside the proved domains, or one that the provider calls not verified. */
  'address',
  /** The team has as many members as it may have. */
  'team_full',
  /** The directory of the tenant has switched the person off. */
  'deactivated',
] as const;
export type SsoFailure = (typeof ssoFailures)[number];
