import { type Static, Type } from 'typebox';
import { defineEndpoint } from '../declaring/endpoint.ts';
import { Id } from '../declaring/scalars.ts';

const tag = 'Account';

/** The body is streamed. */
export const exportAccount = defineEndpoint({
  method: 'GET',
  path: '/api/account/export',
  name: 'exportAccount',
  summary: 'Download all data of the tenant',
  tag,
  level: 'admin',
  stepUp: true,
  readOnlyKeys: true,
  responses: { 200: 'application/json' },
});

/**
 * A zip with `export.json`, the same data, and every attached file below `files/`. The body is
 * streamed.
 */
export const exportArchive = defineEndpoint({
  method: 'GET',
  path: '/api/account/export/archive',
  name: 'exportArchive',
  summary: 'Download all data and files of the tenant as a zip',
  tag,
  level: 'owner',
  stepUp: true,
  responses: { 200: 'application/zip' },
});

/** The text that a caller sends to confirm the deletion of an account. */
const deletionConfirmation = 'DELETE MY ACCOUNT';
const DeleteAccountBody = Type.Object({ confirmText: Type.Literal(deletionConfirmation) });

export const AccountDeleted = Type.Object({
  status: Type.Literal('completed'),
  deletionRequestId: Id,
  summary: Type.Object({
    engagementsDeleted: Type.Integer(),
    deliverablesDeleted: Type.Integer(),
    runsDeleted: Type.Integer(),
    auditLogsAnonymized: Type.Integer(),
    stripeSubscriptionCancelled: Type.Boolean(),
  }),
});
export type AccountDeleted = Static<typeof AccountDeleted>;

export const deleteAccount = defineEndpoint({
  method: 'DELETE',
  path: '/api/account/delete',
  name: 'deleteAccount',
  summary: 'Erase the tenant with all its data',
  tag,
  level: 'admin',
  stepUp: true,
  body: DeleteAccountBody,
  bodyErrors: [{ fields: ['confirmText'], code: 'confirmation_required' }],
  responses: { 200: AccountDeleted },
  errors: ['deletion_unfinished'],
});
