import { describe, expect, it } from 'vitest';
import { formatLogLine } from './log.ts';

describe('log lines on a terminal', () => {
  const time = new Date(2026, 4, 1, 9, 5, 7).getTime();
  it('show time, service, message and reason', () => {
    const line = JSON.stringify({
      level: 30,
      time,
      name: 'engine',
      reason: 'SIGTERM',
      msg: 'Engine is closing',
    });
    expect(formatLogLine(line)).toBe('09:05:07  engine    Engine is closing (SIGTERM)');
    const warning = JSON.stringify({
      level: 40,
      time,
      name: 'platform',
      err: { message: 'gone' },
      msg: 'Lost it',
    });
    expect(formatLogLine(warning)).toBe('09:05:07  platform  WARN Lost it: gone');
  });
  it.each(['plain text', '{ broken', '{"no": "log line"}'])('leaves %j unchanged', (line) => {
    expect(formatLogLine(line)).toBe(line);
  });
});
