import * as contract from '@ecp/contract/billing';
import type { FastifyInstance } from 'fastify';
import { implement } from '../../kernel/http/implement-endpoint.ts';
import type { Services } from '../../kernel/services.ts';
import { cancelSubscription } from './cancel-subscription.ts';
import { getBilling } from './get-billing.ts';
import { openBillingPortal } from './open-billing-portal.ts';
import { receiveBillingEvent } from './receive-billing-event.ts';
import { startCheckout } from './start-checkout.ts';

/** Plan, subscription and payment (docs/requirements/billing.md). */
export function registerBillingRoutes(app: FastifyInstance, services: Services): void {
  implement(app, services, contract.getBilling, (context) => getBilling(context));
  implement(app, services, contract.startCheckout, (context, { body }) => startCheckout(context, body.plan));
  implement(app, services, contract.openBillingPortal, (context) => openBillingPortal(context));
  implement(app, services, contract.cancelSubscription, (context) => cancelSubscription(context));
  implement(app, services, contract.stripeWebhook, async (context, { request }) => {
    const rawBody = typeof request.body === 'string' ? request.body : '';
    const signature = request.headers['stripe-signature'];
    await receiveBillingEvent(context, { rawBody, signature: Array.isArray(signature) ? signature[0] : signature });
    return { received: true };
  });
}
