import { type Static, Type } from 'typebox';
import { defineEndpoint, type Endpoint } from '../declaring/endpoint.ts';
import { Id, Nullable, Timestamp } from '../declaring/scalars.ts';

/** One attempt of a delivery. `deliveryId` is the same for each retry. */
export const WebhookDelivery = Type.Object({
  id: Id,
  deliveryId: Id,
  event: Type.String(),
  statusCode: Nullable(Type.Integer()),
  responseBody: Nullable(Type.String()),
  durationMs: Type.Integer(),
  error: Nullable(Type.String()),
  attempt: Type.Integer(),
  createdAt: Timestamp,
});
export type WebhookDelivery = Static<typeof WebhookDelivery>;

/** One event for one endpoint, with the exact body that each attempt sends. */
export const WebhookDeliveryDetail = Type.Object({
  id: Id,
  event: Type.String(),
  payload: Type.String(),
  /** The number of the attempt in progress or scheduled next; null when there is none. */
  dueAttempt: Nullable(Type.Integer()),
  createdAt: Timestamp,
  attempts: Type.Array(WebhookDelivery),
});
export type WebhookDeliveryDetail = Static<typeof WebhookDeliveryDetail>;

const fields = {
  id: Id,
  url: Type.String(),
  events: Type.Array(Type.String()),
  enabled: Type.Boolean(),
  description: Type.String(),
  createdAt: Timestamp,
};
/** An endpoint without its secret. */
export const WebhookEndpoint = Type.Object(fields);
export type WebhookEndpoint = Static<typeof WebhookEndpoint>;

/** The receiver's answer to a ping. A 2xx is success; the status is null without an answer. */
export const PingResult = Type.Object({
  success: Type.Boolean(),
  statusCode: Nullable(Type.Integer()),
  durationMs: Type.Integer(),
  error: Type.Optional(Type.String()),
});
export type PingResult = Static<typeof PingResult>;

const Url = Type.String({ minLength: 1, maxLength: 2000 });
/** The handler checks the names, because its error names the unknown one. */
const Events = Type.Array(Type.String({ maxLength: 100 }), { minItems: 1, maxItems: 50 });
const Description = Type.String({ maxLength: 1000 });

export const CreateWebhookBody = Type.Object({
  url: Url,
  events: Events,
  description: Type.Optional(Nullable(Description)),
});
export type CreateWebhookBody = Static<typeof CreateWebhookBody>;

export const UpdateWebhookBody = Type.Object({
  url: Type.Optional(Url),
  events: Type.Optional(Events),
  enabled: Type.Optional(Type.Boolean()),
  description: Type.Optional(Description),
});
export type UpdateWebhookBody = Static<typeof UpdateWebhookBody>;

const hooks = { tag: 'Webhooks', credentials: 'session' } as const;
const one = { ...hooks, params: Type.Object({ id: Type.String({ maxLength: 100 }) }) } as const;
const bodyErrors: Endpoint['bodyErrors'] = [
  { fields: ['events'], code: 'webhook_events_required' },
];
const bodyRefusals = [
  'webhook_url_not_https',
  'webhook_url_private',
  'url_has_credentials',
  'unknown_event',
] as const;

export const listWebhooks = defineEndpoint({
  ...hooks,
  method: 'GET',
  path: '/api/webhooks',
  name: 'listWebhooks',
  summary: 'List webhook endpoints with their recent deliveries',
  responses: {
    200: Type.Object({
      webhooks: Type.Array(
        Type.Object({ ...fields, recentDeliveries: Type.Array(WebhookDelivery) }),
      ),
    }),
  },
});

export const createWebhook = defineEndpoint({
  ...hooks,
  method: 'POST',
  path: '/api/webhooks',
  name: 'createWebhook',
  summary: 'Create a webhook endpoint; the secret is in this answer only',
  level: 'admin',
  body: CreateWebhookBody,
  bodyErrors,
  responses: { 201: Type.Object({ ...fields, secret: Type.String() }) },
  errors: [...bodyRefusals, 'webhook_limit_reached'],
});

export const getWebhook = defineEndpoint({
  ...one,
  method: 'GET',
  path: '/api/webhooks/:id',
  name: 'getWebhook',
  summary: 'Read a webhook endpoint with its delivery history',
  query: Type.Object({
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 200 })),
    cursor: Type.Optional(Type.String({ maxLength: 200 })),
  }),
  responses: {
    200: Type.Object({
      webhook: Type.Object({ ...fields, deliveries: Type.Array(WebhookDelivery) }),
    }),
  },
  errors: ['not_found'],
});

export const updateWebhook = defineEndpoint({
  ...one,
  method: 'PATCH',
  path: '/api/webhooks/:id',
  name: 'updateWebhook',
  summary: 'Change a webhook endpoint',
  level: 'admin',
  body: UpdateWebhookBody,
  bodyErrors,
  responses: { 200: Type.Object({ webhook: WebhookEndpoint }) },
  errors: ['not_found', ...bodyRefusals],
});

export const deleteWebhook = defineEndpoint({
  ...one,
  method: 'DELETE',
  path: '/api/webhooks/:id',
  name: 'deleteWebhook',
  summary: 'Delete a webhook endpoint and its delivery history',
  level: 'admin',
  responses: { 200: Type.Object({ success: Type.Boolean() }) },
  errors: ['not_found'],
});

export const testWebhook = defineEndpoint({
  ...one,
  method: 'POST',
  path: '/api/webhooks/:id/test',
  name: 'testWebhook',
  summary: 'Send a ping and return the receiver’s answer',
  level: 'admin',
  responses: { 200: PingResult },
  errors: ['not_found'],
});

export const rotateWebhookSecret = defineEndpoint({
  ...one,
  method: 'POST',
  path: '/api/webhooks/:id/rotate-secret',
  name: 'rotateWebhookSecret',
  summary: 'Replace the secret; for 24 hours the old one signs too',
  level: 'admin',
  responses: {
    200: Type.Object({ ...fields, secret: Type.String(), previousSecretExpiresAt: Type.String() }),
  },
  errors: ['not_found'],
});

const delivery = {
  ...hooks,
  params: Type.Object({
    id: Type.String({ maxLength: 100 }),
    deliveryId: Type.String({ maxLength: 100 }),
  }),
} as const;

export const getWebhookDelivery = defineEndpoint({
  ...delivery,
  method: 'GET',
  path: '/api/webhooks/:id/deliveries/:deliveryId',
  name: 'getWebhookDelivery',
  summary: 'Read a delivery with its payload and its attempts',
  responses: { 200: Type.Object({ delivery: WebhookDeliveryDetail }) },
  errors: ['not_found'],
});

export const redeliverWebhook = defineEndpoint({
  ...delivery,
  method: 'POST',
  path: '/api/webhooks/:id/deliveries/:deliveryId/redeliver',
  name: 'redeliverWebhook',
  summary: 'Deliver an event again with its delivery id',
  level: 'admin',
  responses: { 200: Type.Object({ success: Type.Boolean(), deliveryId: Id }) },
  errors: ['not_found', 'webhook_disabled'],
});
