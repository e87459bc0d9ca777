/*
 * Only subscriptions of the provider in use count (BIL-8). With Stripe, a free subscription of local billing must not
 * give access. Without Stripe, the platform would not learn that one of its subscriptions has ended.
 */

const counts = (alias: string, provider: string) => `${alias}.provider = ${provider}`;

/** SQL that joins a tenant's subscription if it counts. `provider` is the parameter of BillingProvider.name. */
export const joinEffectiveSubscription = (alias: string, tenantId: string, provider: string): string =>
  `left join platform.subscriptions ${alias} on ${alias}.tenant_id = ${tenantId} and ${counts(alias, provider)}`;

/** SQL for the status of a subscription that may not count. */
export const effectiveSubscriptionStatus = (alias: string, provider: string): string =>
  `case when ${counts(alias, provider)} then ${alias}.status else 'none' end`;
