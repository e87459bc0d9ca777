import type { LogLevel } from '@ecp/contract/values/run-facts';
import type { LogLine } from '../../live/run-projection.ts';

export interface LogFilter {
  text: string;
  level: 'all' | 'warning' | 'error';
  /** Slug of an agent; empty for all. */
  agent: string;
}

export const wholeLog: LogFilter = { text: '', level: 'all', agent: '' };

const weights: Record<LogLevel, number> = { info: 0, warning: 1, error: 2 };
const least: Record<LogFilter['level'], number> = { all: 0, warning: 1, error: 2 };

/** Returns the matching lines, or the same array if all match. */
export function filterLines(lines: readonly LogLine[], { text, level, agent }: LogFilter): readonly LogLine[] {
  const wanted = text.trim().toLowerCase();
  if (wanted === '' && level === 'all' && agent === '') return lines;
  return lines.filter(
    (line) =>
      weights[line.level] >= least[level] &&
      (agent === '' || line.agent === agent) &&
      // biome-ignore lint/plugin: users search the words of the log
      (wanted === '' || line.message.toLowerCase().includes(wanted)),
  );
}

export interface TextPart {
  at: number;
  text: string;
  isMatch: boolean;
}

/** Splits a text at each occurrence of `wanted`. */
export function splitAtMatches(text: string, wanted: string): TextPart[] {
  const needle = wanted.trim().toLowerCase();
  if (needle === '') return [{ at: 0, text, isMatch: false }];
  const low = text.toLowerCase();
  const parts: TextPart[] = [];
  let from = 0;
  for (let at = low.indexOf(needle); at >= 0; at = low.indexOf(needle, from)) {
    if (at > from) parts.push({ at: from, text: text.slice(from, at), isMatch: false });
    parts.push({ at, text: text.slice(at, at + needle.length), isMatch: true });
    from = at + needle.length;
  }
  return from < text.length ? [...parts, { at: from, text: text.slice(from), isMatch: false }] : parts;
}
