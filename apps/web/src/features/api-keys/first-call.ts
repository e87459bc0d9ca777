const unknownKey = 'svc_live_…';

/** Returns a shell command that lists engagements with a key. Without a key, it contains a placeholder. */
export const firstCall = (key: string = unknownKey): string =>
  `curl ${location.origin}/api/engagements \\\n  -H "Authorization: Bearer ${key}"`;
