import * as contract from '@ecp/contract/identity/billing';
import type { FastifyInstance } from 'fastify';
import { implementEndpoint } from '../../kernel/http/implement-endpoint.ts';
import type { Services } from '../../kernel/services.ts';
import {
  cancelSubscription,
  getBilling,
  openBillingPortal,
  receiveBillingEvent,
  startCheckout,
} from './billing.ts';

/** Registers the endpoints of plan, subscription and payment (docs/requirements/billing.md). */
export function registerBillingRoutes(app: FastifyInstance, services: Services): void {
  implementEndpoint(app, services, contract.getBilling, (context) => getBilling(context));
  implementEndpoint(app, services, contract.startCheckout, (context, { body }) =>
    startCheckout(context, body.plan),
  );
  implementEndpoint(app, services, contract.openBillingPortal, (context) =>
    openBillingPortal(context),
  );
  implementEndpoint(app, services, contract.cancelSubscription, (context) =>
    cancelSubscription(context),
  );
  implementEndpoint(app, services, contract.stripeWebhook, async (context, { request }) => {
    const rawBody = typeof request.body === 'string' ? request.body : '';
    const signature = request.headers['stripe-signature'];
    await receiveBillingEvent(context, {
      rawBody,
      signature: Array.isArray(signature) ? signature[0] : signature,
    });
    return { received: true };
  });
}
