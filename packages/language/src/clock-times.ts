/** A time of day in a text. */
export interface ClockTime {
  text: string;
  start: number;
  end: number;
  /** Minutes since midnight, of the morning where the text leaves the half of the day open. */
  minutes: number;
  /** True if "9:30" may also be half past nine in the evening. */
  isHalfOpen: boolean;
}

const half = '(?<half>[ap]\\.?\\s?m\\.?(?!\\p{L}))';
const forms: readonly RegExp[] = [
  new RegExp(
    `(?<hour>[01]?\\d|2[0-4]):(?<minute>[0-5]\\d)(?::[0-5]\\d)?(?![\\d:])(?:\\s?${half})?`,
    'giu',
  ),
  new RegExp(`(?<hour>[01]?\\d)(?:\\.(?<minute>[0-5]\\d))?\\s?${half}`, 'giu'),
  /(?<hour>[01]?\d|2[0-4])(?:\.(?<minute>[0-5]\d))?[ \u00a0]Uhr(?:[ \u00a0](?<behind>[0-5]\d)(?!\d))?/gu,
  /(?<hour>[01]?\d|2[0-4])[ \u00a0]?h[ \u00a0]?(?<minute>[0-5]\d)(?!\d)/gu,
  /(?<=(?:à|dès|vers|jusqu[’']à)[ \u00a0])(?<hour>[01]?\d|2[0-4])[ \u00a0]?(?:h|heures)(?![\p{L}\d])/giu,
  /(?<half>午前|午後)?(?<hour>[01]?\d|2[0-4])時(?!間)(?:(?<minute>[0-5]?\d)分|(?<thirty>半))?/gu,
];

/**
 * Reads the times of day of a text in the forms of all languages, in their order and in linear
 * time.
 */
export function readClockTimes(text: string): ClockTime[] {
  const found: ClockTime[] = [];
  for (const form of forms) {
    for (const match of text.matchAll(form)) {
      const [start, end] = [match.index, match.index + match[0].length];
      if (/[\d.,:/]$/u.test(text.slice(Math.max(0, start - 1), start))) continue;
      if (found.some((one) => start < one.end && one.start < end)) continue;
      found.push({ text: match[0].trim(), start, end, ...readMinutes(match.groups ?? {}) });
    }
  }
  return found.toSorted((one, other) => one.start - other.start);
}

function readMinutes(
  groups: Record<string, string | undefined>,
): Pick<ClockTime, 'minutes' | 'isHalfOpen'> {
  const { hour = '0', minute, behind, thirty, half: part } = groups;
  const told = Number(hour);
  const minutes = thirty === undefined ? Number(minute ?? behind ?? 0) : 30;
  const isEvening = part !== undefined && /^p|午後/iu.test(part);
  const ofDay = part === undefined ? told : (told % 12) + (isEvening ? 12 : 0);
  return {
    minutes: ofDay * 60 + minutes,
    isHalfOpen: part === undefined && told >= 1 && told <= 12,
  };
}

/**
 * True if two times may be the same: "9:30" and "9:30 pm", where one leaves the half of the day
 * open.
 */
export function maySameTime(one: ClockTime, other: ClockTime): boolean {
  if (one.minutes === other.minutes) return true;
  return (one.isHalfOpen || other.isHalfOpen) && one.minutes % 720 === other.minutes % 720;
}
