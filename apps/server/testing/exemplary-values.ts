import { createHash } from 'node:crypto';

/** Limits for what an example shows of an answer. */
const mostItems = 2;
const longestText = 300;

const exampleTime = '2026-03-02T09:30:00.000Z';
const exampleToken = '0123456789abcdef0123456789abcdef';

/**
 * Replaces what differs from run to run in the values of examples: ids, times, secrets, addresses
 * and marked names.
 */
export interface ExemplaryValues {
  replace(value: unknown): unknown;
}

/**
 * Creates a replacement for one recording. Equal ids get equal replacements; `marker` is the
 * tenant's marked word.
 */
export function createExemplaryValues(marker: string): ExemplaryValues {
  const ids = new Map<string, string>();
  const exampleId = (id: string): string => {
    const known = ids.get(id);
    if (known !== undefined) return known;
    const digest = createHash('sha256').update(`example ${ids.size}`).digest('hex');
    const example = `k${BigInt(`0x${digest}`).toString(36).slice(0, 23)}`;
    ids.set(id, example);
    return example;
  };

  function replaceText(text: string): string {
    const replaced = text
      .replaceAll(marker, 'Acme')
      .replace(/\bsvc_([a-z]+)_[0-9a-f]{4,32}/g, `svc_$1_${exampleToken}`)
      .replace(/\bwhsec_[\w+/=-]+/g, 'whsec_ZXhhbXBsZSBzZWNyZXQgb2YgYSB3ZWJob29r')
      .replace(/\b[0-9a-f]{64}\b/g, createHash('sha256').update('example').digest('hex'))
      .replace(
        /\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/g,
        '0b9c1d7e-5f42-4a86-9d3b-2c8e6f1a7b54',
      )
      .replace(/\b20\d\d-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z/g, exampleTime)
      .replace(/\bexample-\d+@example\.com/g, 'mia@example.com')
      .replace(/https?:\/\/(?:localhost|127\.0\.0\.1):\d+/g, 'https://consulting.example')
      .replace(/\b[a-z](?=[a-z0-9]*\d)[a-z0-9]{23}\b/g, exampleId);
    return replaced.length > longestText ? `${replaced.slice(0, longestText)}…` : replaced;
  }

  function replace(value: unknown): unknown {
    if (typeof value === 'string') return replaceText(value);
    if (Array.isArray(value)) return value.slice(0, mostItems).map(replace);
    if (typeof value !== 'object' || value === null) return value;
    const fields = Object.entries(value).map(([name, field]) => [
      replaceText(name),
      replace(field),
    ]);
    return Object.fromEntries(fields);
  }
  return { replace };
}
