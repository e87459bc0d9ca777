import type { AuditLogEntry } from '@ecp/contract/identity/audit-log';
import { auditActions, auditLogTexts } from '../../texts/en/settings/audit-log.ts';

const { actors, unknownAction } = auditLogTexts;

/**
 * What ids are called: of people, keys and engagements. Ids that are missing belong to what is gone or not known yet.
 */
export type Names = ReadonlyMap<string, string>;

/** Who did it (docs/requirements/audit-log.md): a person, a key, a client, or the service by itself. */
export function describeActor({ userId, action, metadata }: AuditLogEntry, names: Names): string {
  if (userId !== null) return names.get(userId) ?? actors.gone;
  const keyId = metadata['apiKeyId' as keyof typeof metadata];
  if (typeof keyId === 'string') {
    const name = names.get(keyId);
    return name === undefined ? actors.unknownKey : actors.key(name);
  }
  if ('portalTokenId' in metadata) return actors.client;
  return action === 'auth.sign_in_failed' ? actors.somebody : actors.service;
}

/** What was done, as the rest of a sentence that begins with who did it. */
export function describeAction({ action, metadata, resourceId }: AuditLogEntry, names: Names): string {
  const word = (name: string) => {
    if (name === 'resource') return (resourceId !== null && names.get(resourceId)) || '';
    const value: unknown = Object.entries(metadata).find(([key]) => key === name)?.[1];
    return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
  };
  return auditActions[action]?.says(word) ?? unknownAction(action);
}
