import type { findingTexts } from './finding-texts.ts';

/** The parts of an installation that the doctor looks at, in the order in which it reports them. */
export const subjects = [
  'settings',
  'database',
  'secret key',
  'clock',
  'disk',
  'bucket',
  'kms',
  'mail',
  'redis',
  'sandbox',
  'models',
  'product',
  'engine',
  'proxy',
] as const;
export type Subject = (typeof subjects)[number];

type FindingCode = keyof typeof findingTexts;

/**
 * What a check found out: a fact, whose sentence is made when it is printed. No value is a secret.
 */
export interface Finding {
  subject: Subject;
  code: FindingCode;
  /** The values that the sentence names. */
  values: Readonly<Record<string, string | number>>;
}

/** Makes a finding. */
export const find = (
  subject: Subject,
  code: FindingCode,
  values: Finding['values'] = {},
): Finding => ({
  subject,
  code,
  values,
});
