import { type Static, Type } from 'typebox';
import { defineEndpoint } from '../declaring/endpoint.ts';
import { GivenTime, Id, Nullable, Timestamp } from '../declaring/scalars.ts';

/** An entry of the audit log with its link of the chain, null if nobody chained it. */
export const AuditLogEntry = Type.Object({
  id: Id,
  action: Type.String(),
  userId: Nullable(Id),
  tenantId: Nullable(Id),
  resourceType: Type.String(),
  resourceId: Nullable(Type.String()),
  metadata: Type.Object({}, { additionalProperties: true }),
  ipAddress: Nullable(Type.String()),
  createdAt: Timestamp,
  position: Nullable(
    Type.Integer({ minimum: 1, description: 'Place in the chain of the tenant, from 1' }),
  ),
  salt: Nullable(Type.String({ description: 'Salts the hashes of the names in committed' })),
  committed: Nullable(
    Type.String({ description: 'JSON text of the entry, with names as salted hashes' }),
  ),
  hash: Nullable(
    Type.String({
      description: 'SHA-256 of the previous hash, a line feed and committed, hexadecimal',
    }),
  ),
});
export type AuditLogEntry = Static<typeof AuditLogEntry>;

export const AuditLogQuery = Type.Object({
  action: Type.Optional(Type.String({ maxLength: 100 })),
  userId: Type.Optional(Type.String({ maxLength: 100 })),
  resourceType: Type.Optional(Type.String({ maxLength: 100 })),
  from: Type.Optional(GivenTime),
  to: Type.Optional(GivenTime),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 200 })),
  cursor: Type.Optional(Type.String({ maxLength: 200 })),
});
export type AuditLogQuery = Static<typeof AuditLogQuery>;

export const listAuditLog = defineEndpoint({
  method: 'GET',
  path: '/api/audit-log',
  name: 'listAuditLog',
  summary: 'List the audit log, newest first',
  tag: 'Audit log',
  level: 'admin',
  query: AuditLogQuery,
  responses: {
    200: Type.Object({
      entries: Type.Array(AuditLogEntry),
      head: Type.String({ description: 'Last hash of the chain; empty without entries' }),
    }),
  },
});

/** The result of checking the chain of a tenant's audit log. */
export const AuditLogVerification = Type.Object({
  entries: Type.Integer({ description: 'Length of the chain' }),
  head: Type.String({ description: 'Last hash; empty without entries' }),
  intact: Type.Boolean(),
  firstBroken: Nullable(
    Type.Integer({ description: 'Place of the first entry that does not fit, from 1' }),
  ),
  firstBrokenId: Nullable(Type.String({ description: 'Its id, if an entry or a link is there' })),
});
export type AuditLogVerification = Static<typeof AuditLogVerification>;

export const verifyAuditLog = defineEndpoint({
  method: 'GET',
  path: '/api/audit-log/verify',
  name: 'verifyAuditLog',
  summary: 'Check that no entry of the audit log was changed, removed, moved or slipped in',
  tag: 'Audit log',
  level: 'admin',
  responses: { 200: AuditLogVerification },
});
