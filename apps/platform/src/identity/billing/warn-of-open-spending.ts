import type { FastifyBaseLogger } from 'fastify';
import type { PlatformConfig } from '../../kernel/settings/platform-config.ts';

/**
 * Warns once at the start that anybody who signs up may spend the operator's money: local billing gives every tenant
 * an active subscription (BIL-5), and the keys of this process pay for hosted models.
 */
export function warnOfOpenSpending(
  { hostedModelKeys, stripe }: Pick<PlatformConfig, 'hostedModelKeys' | 'stripe'>,
  log: Pick<FastifyBaseLogger, 'warn'>,
): void {
  if (stripe || hostedModelKeys.length === 0) return;
  const keys = hostedModelKeys.join(' and ');
  log.warn(
    `Anybody who can reach the sign-up page can spend what ${keys} pays for: billing is local, so every sign-up is active`,
  );
}
