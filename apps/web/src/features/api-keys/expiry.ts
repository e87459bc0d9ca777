/** Choices of the form: days from now, a day, or none. */
export const expiryChoices = ['90', '30', '365', 'date', 'never'] as const;
export type ExpiryChoice = (typeof expiryChoices)[number];

const dayMs = 86_400_000;

/** When a key made now ends; null when it does not. `day` (YYYY-MM-DD) counts whole, where the person is. */
export function readExpiry(choice: ExpiryChoice, day: string, nowMs = Date.now()): string | null {
  if (choice === 'never') return null;
  if (choice !== 'date') return new Date(nowMs + Number(choice) * dayMs).toISOString();
  const end = new Date(`${day}T00:00:00`);
  end.setDate(end.getDate() + 1);
  return end.toISOString();
}

/** A day as inputs of dates take it, where the person is. */
export function toDayInput(timeMs: number): string {
  const time = new Date(timeMs);
  const [month, day] = [time.getMonth() + 1, time.getDate()].map((part) => String(part).padStart(2, '0'));
  return `${time.getFullYear()}-${month}-${day}`;
}
