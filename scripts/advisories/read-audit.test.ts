import { describe, expect, test } from 'vitest';
import { findAdvisoryProblems, readAudit } from './read-audit.ts';

const url = 'https://example.com/advisories/1';
const cause = {
  source: 1,
  name: 'parser',
  dependency: 'parser',
  title: 'Endless loop',
  url,
  severity: 'high',
  range: '<2',
};
const report = (vulnerabilities: object) =>
  JSON.stringify({ auditReportVersion: 2, vulnerabilities });
const advisory = { package: 'parser', severity: 'high', title: 'Endless loop', url };

describe('readAudit', () => {
  test('lists each advisory once, with the package that has it', () => {
    const vulnerabilities = {
      parser: { via: [cause] },
      server: { via: ['parser'] },
      copy: { via: [cause] },
    };
    expect(readAudit(report(vulnerabilities))).toEqual({
      kind: 'answered',
      advisories: [advisory],
    });
    expect(readAudit(report({}))).toEqual({ kind: 'answered', advisories: [] });
  });

  test.each([
    ['nothing', '', 'npm printed no JSON'],
    ['a page', '<html>', 'npm printed no JSON'],
    ['a number', '1', 'npm printed no JSON'],
    ['another kind of report', '{"auditReportVersion":1}', 'npm printed no report'],
    [
      'a refusal',
      '{"message":"405 Method Not Allowed","statusCode":405,"error":{"summary":""}}',
      'HTTP 405',
    ],
    ['no network', '{"error":{"code":"ENOTFOUND","summary":"request failed"}}', 'ENOTFOUND'],
  ])('takes %s for no answer, not for a clean one', (_what, output, reason) => {
    expect(readAudit(output)).toEqual({ kind: 'no answer', reason });
  });
});

describe('findAdvisoryProblems', () => {
  const problems = (
    severity: string,
    exceptions: { url: string; reason: string; expires: string }[],
  ) => findAdvisoryProblems([{ ...advisory, severity }], exceptions, '2026-03-01');
  const until = (expires: string) => ({ url, reason: 'no untrusted input reaches it', expires });

  test('reports high and critical advisories only', () => {
    expect(problems('critical', [])).toEqual([`parser: Endless loop (critical, ${url})`]);
    expect(problems('high', [])).toHaveLength(1);
    expect(problems('moderate', [])).toEqual([]);
  });

  test('an exception counts to the end of its last day, and only while it is needed', () => {
    expect(problems('high', [until('2026-03-01')])).toEqual([]);
    expect(problems('high', [until('2026-02-28')])).toEqual([
      `parser: Endless loop (high, ${url})`,
    ]);
    expect(problems('low', [until('2026-03-01')])).toEqual([
      `scripts/advisories/exceptions.json: no installed package has ${url} any more; remove it`,
    ]);
  });
});
