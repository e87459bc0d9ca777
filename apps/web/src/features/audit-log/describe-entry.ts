import type { AuditLogEntry } from '@ecp/contract/identity/audit-log';
import { auditActions, auditLogTexts } from '../../texts/en/settings/audit-log.ts';

const { actors, unknownAction } = auditLogTexts;

/** Names of people, keys and engagements by id. An id is missing if its record was deleted or has not loaded yet. */
export type Names = ReadonlyMap<string, string>;

/** Names the actor (docs/requirements/audit-log.md): a person, an API key, a client, or the service. */
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

/** Describes the action as the rest of a sentence that starts with the actor. */
export function describeAction({ action, metadata, resourceId }: AuditLogEntry, names: Names): string {
  const word = (name: string) => {
    if (name === 'resource') return (resourceId !== null && names.get(resourceId)) || '';
    const value: unknown = Object.entries(metadata).find(([key]) => key === name)?.[1];
    return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
  };
  return isKnown(action) ? auditActions[action].says(word) : unknownAction;
}

function isKnown(action: string): action is keyof typeof auditActions {
  return Object.hasOwn(auditActions, action);
}
