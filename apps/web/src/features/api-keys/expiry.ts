import { endOfDay } from '../../format/day-bounds.ts';

/** Choices of the form: days from now, a day, or none. */
export const expiryChoices = ['90', '30', '365', 'date', 'never'] as const;
export type ExpiryChoice = (typeof expiryChoices)[number];

const dayMs = 86_400_000;

/** When a key made now ends; null when it does not. A chosen `day` (YYYY-MM-DD) counts whole. */
export function readExpiry(choice: ExpiryChoice, day: string, nowMs = Date.now()): string | null {
  if (choice === 'never') return null;
  return choice === 'date' ? (endOfDay(day) ?? null) : new Date(nowMs + Number(choice) * dayMs).toISOString();
}
