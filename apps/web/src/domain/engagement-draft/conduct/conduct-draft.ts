import type { AskBack, ResearchSettings } from '@ecp/contract/work/engagements';
import { engagementFormTexts } from '../../../texts/en/engagement-form.ts';

/** Limits of what agents may do (contract 11). */
export const conductLimits = { hours: 8_760, pages: 200, domains: 50 } as const;

/** The unsaved settings of an engagement's agents. */
export interface ConductDraft {
  askBack: AskBack;
  /** Hours, as typed. */
  askBackHours: string;
  research: boolean;
  /** One domain a line, as typed. */
  domains: string;
  /** As typed. */
  maxPages: string;
  adversary: boolean;
  library: boolean;
}

/** The service's defaults. */
export const blankConduct: ConductDraft = {
  askBack: 'assume',
  askBackHours: '24',
  research: false,
  domains: '',
  maxPages: '20',
  adversary: false,
  library: false,
};

/** The settings of an engagement's agents. A template has none. */
export interface StoredConduct {
  askBack?: AskBack;
  askBackHours?: number;
  research?: ResearchSettings;
  adversary?: boolean;
  library?: boolean;
}

/** Turns what is stored into a draft. */
export function toConductDraft(from: StoredConduct): ConductDraft {
  const { askBack, askBackHours, research, adversary, library } = { ...blankConduct, ...from };
  if (typeof research === 'boolean') return blankConduct;
  const { enabled, domains, maxPages } = research;
  const written = { research: enabled, domains: domains.join('\n'), maxPages: String(maxPages) };
  return { askBack, askBackHours: String(askBackHours), ...written, adversary, library };
}

/** Splits what was typed into domains: one a line, without a scheme, a path or `www.` that was pasted along. */
export const readDomains = (text: string): string[] => [
  ...new Set(
    text
      .split(/[\s,;]+/)
      .map((line) =>
        line
          .replace(/^[a-z]+:\/\//i, '')
          .replace(/[/:?#].*$/, '')
          .replace(/^\*?\./, '')
          .toLowerCase(),
      )
      .filter((line) => line !== ''),
  ),
];

const areHours = (text: string) => text.trim() !== '' && Number(text) > 0 && Number(text) <= conductLimits.hours;
const arePages = (text: string) =>
  Number.isInteger(Number(text)) && Number(text) >= 1 && Number(text) <= conductLimits.pages;
const domainPattern = /^([a-z0-9]([a-z0-9-]*[a-z0-9])?\.)*[a-z0-9]([a-z0-9-]*[a-z0-9])?$/;
const isDomain = (name: string) => name.length <= 253 && domainPattern.test(name);

/** Turns a draft into fields of the request body. A wrong value of a field that is not shown gives way to the default. */
export function toConductBody({ askBack, askBackHours, research, domains, maxPages, ...rest }: ConductDraft) {
  const named = readDomains(domains).filter(isDomain).slice(0, conductLimits.domains);
  return {
    askBack,
    askBackHours: Number(areHours(askBackHours) ? askBackHours : blankConduct.askBackHours),
    research: {
      enabled: research,
      domains: named,
      maxPages: Number(arePages(maxPages) ? maxPages : blankConduct.maxPages),
    },
    ...rest,
  };
}

/** Explains, for each field, what the service would refuse. */
export interface ConductProblems {
  askBackHours?: string;
  domains?: string;
  maxPages?: string;
}

/** Checks what is shown of a draft by the service's own rules (contract 11). */
export function checkConduct({ askBack, askBackHours, research, domains, maxPages }: ConductDraft): ConductProblems {
  const { wrong } = engagementFormTexts.conduct;
  const names = readDomains(domains);
  const odd = names.find((name) => !isDomain(name));
  return {
    ...(askBack === 'wait' && !areHours(askBackHours) && { askBackHours: wrong.hours }),
    ...(research && odd !== undefined && { domains: wrong.domain(odd) }),
    ...(research && names.length > conductLimits.domains && { domains: wrong.domains(conductLimits.domains) }),
    ...(research && !arePages(maxPages) && { maxPages: wrong.pages(conductLimits.pages) }),
  };
}

/** Returns true if a value from the browser's storage has the shape of a draft. Drafts of an older release lack it. */
export function isConduct(value: unknown): value is ConductDraft | undefined {
  if (value === undefined) return true;
  if (typeof value !== 'object' || value === null) return false;
  return Object.entries(blankConduct).every(([field, usual]) => typeof Reflect.get(value, field) === typeof usual);
}
