/*
 * Only subscriptions of the provider in use count (BIL-8): what local billing gave away is worth nothing once
 * Stripe sells, and without Stripe nobody would hear that one of its subscriptions has ended.
 */

const counts = (alias: string, provider: string) => `${alias}.provider = ${provider}`;

/** SQL that joins a tenant's subscription, or nothing where it does not count; `provider` is the parameter of BillingProvider.name. */
export const joinEffectiveSubscription = (alias: string, tenantId: string, provider: string): string =>
  `left join platform.subscriptions ${alias} on ${alias}.tenant_id = ${tenantId} and ${counts(alias, provider)}`;

/** SQL of the status of a row that may not count. */
export const effectiveSubscriptionStatus = (alias: string, provider: string): string =>
  `case when ${counts(alias, provider)} then ${alias}.status else 'none' end`;
