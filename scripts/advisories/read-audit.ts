/** The path of the exceptions, relative to the root of the repository. */
export const exceptionsFile = 'scripts/advisories/exceptions.json';

/** A known weakness of an installed package. */
export interface Advisory {
  package: string;
  severity: string;
  title: string;
  url: string;
}

/** A reviewed decision to live with an advisory until a day. */
export interface Exception {
  url: string;
  reason: string;
  /** Last day of the exception, as YYYY-MM-DD. */
  expires: string;
}

/** The registry's answer: its advisories, or the reason why there is none. */
export type AuditAnswer =
  | { kind: 'answered'; advisories: Advisory[] }
  | { kind: 'no answer'; reason: string };

interface AuditReport {
  auditReportVersion?: number;
  statusCode?: number;
  error?: { code?: string; summary?: string };
  vulnerabilities?: Record<
    string,
    { via: (string | (Omit<Advisory, 'package'> & { name: string }))[] }
  >;
}

const grave = ['high', 'critical'];

/** Reads what `npm audit --json` prints. Anything but a report of version 2 is no answer. */
export function readAudit(output: string): AuditAnswer {
  const report = parse(output);
  if (!report) return { kind: 'no answer', reason: 'npm printed no JSON' };
  if (report.auditReportVersion !== 2 || !report.vulnerabilities) {
    const refusal = report.statusCode === undefined ? undefined : `HTTP ${report.statusCode}`;
    return { kind: 'no answer', reason: refusal ?? report.error?.code ?? 'npm printed no report' };
  }
  const found = Object.values(report.vulnerabilities).flatMap(({ via }) =>
    // A text names the dependency through which a package is affected; that one is listed itself.
    via.flatMap((cause) => (typeof cause === 'string' ? [] : [cause])),
  );
  const advisories = found.map(({ name, severity, title, url }) => ({
    package: name,
    severity,
    title,
    url,
  }));
  return {
    kind: 'answered',
    advisories: [...new Map(advisories.map((one) => [one.url, one])).values()],
  };
}

function parse(output: string): AuditReport | undefined {
  try {
    const value: unknown = JSON.parse(output);
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Returns one line per problem: a high or critical advisory without an exception, and an exception
 * that has expired or that no advisory needs any more. `today` is YYYY-MM-DD.
 */
export function findAdvisoryProblems(
  advisories: Advisory[],
  exceptions: Exception[],
  today: string,
): string[] {
  const serious = advisories.filter(({ severity }) => grave.includes(severity));
  const valid = exceptions.filter(({ expires }) => expires >= today).map(({ url }) => url);
  const known = new Set(serious.map(({ url }) => url));
  return [
    ...serious
      .filter(({ url }) => !valid.includes(url))
      .map((one) => `${one.package}: ${one.title} (${one.severity}, ${one.url})`),
    ...exceptions
      .filter(({ url }) => !known.has(url))
      .map(({ url }) => `${exceptionsFile}: no installed package has ${url} any more; remove it`),
  ];
}
