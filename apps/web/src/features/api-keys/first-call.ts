const unknownKey = 'svc_live_…';

/** A line for a terminal that lists engagements with a key; without one, with a place to put it. */
export const firstCall = (key: string = unknownKey): string =>
  `curl ${location.origin}/api/engagements \\\n  -H "Authorization: Bearer ${key}"`;
