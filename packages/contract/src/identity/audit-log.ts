import { type Static, Type } from 'typebox';
import { defineEndpoint } from '../declaring/endpoint.ts';
import { GivenTime, Id, Nullable, Timestamp } from '../declaring/scalars.ts';

/** An entry of the audit log (AUD-1). */
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
  responses: { 200: Type.Object({ entries: Type.Array(AuditLogEntry) }) },
});
