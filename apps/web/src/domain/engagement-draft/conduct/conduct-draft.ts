import { askBackHoursLimits, domainPattern, researchLimits } from '@ecp/contract/values/limits';
import type { AskBack, Engagement } from '@ecp/contract/work/engagements';
import { formatCount } from '../../../format/format.ts';
import { engagementFormTexts } from '../../../texts/en/engagement-form.ts';

/** The unsaved settings of an engagement's agents. */
export interface ConductDraft {
  askBack: AskBack;
  /** Hours, as typed. */
  askBackHours: string;
  research: boolean;
  /** One domain per line, as typed. */
  domains: string;
  /** As typed. */
  maxPages: string;
  adversary: boolean;
  library: boolean;
}

/** The service's defaults. */
export const blankConduct: ConductDraft = {
  askBack: 'assume',
  askBackHours: String(askBackHoursLimits.default),
  research: false,
  domains: '',
  maxPages: String(researchLimits.maxPages),
  adversary: false,
  library: false,
};

type StoredConduct = Pick<Engagement, 'askBack' | 'askBackHours' | 'research' | 'adversary' | 'library'>;

/** Turns the settings of an engagement's agents into a draft. */
export function toConductDraft({ askBack, askBackHours, research, adversary, library }: StoredConduct): ConductDraft {
  const { enabled, domains, maxPages } = research;
  const written = { research: enabled, domains: domains.join('\n'), maxPages: String(maxPages) };
  return { askBack, askBackHours: String(askBackHours), ...written, adversary, library };
}

/** Splits a typed text into domains, each once, without the scheme, wildcard, port or path of a pasted address. */
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

const areHours = (text: string) => Number(text) > 0 && Number(text) <= askBackHoursLimits.maximum;
const arePages = (text: string) =>
  Number.isInteger(Number(text)) && Number(text) >= 1 && Number(text) <= researchLimits.maximumPages;
const domain = new RegExp(domainPattern);
const isDomain = (name: string) => name.length <= researchLimits.domainLength && domain.test(name);

/** Turns a draft into fields of the request body. A hidden field with a wrong value gets the default. */
export function toConductBody({ askBack, askBackHours, research, domains, maxPages, ...rest }: ConductDraft) {
  return {
    askBack,
    askBackHours: Number(areHours(askBackHours) ? askBackHours : blankConduct.askBackHours),
    research: {
      enabled: research,
      domains: readDomains(domains).filter(isDomain).slice(0, researchLimits.domains),
      maxPages: Number(arePages(maxPages) ? maxPages : blankConduct.maxPages),
    },
    ...rest,
  };
}

/** The problems of a draft by field, as texts. A valid field has none. */
export interface ConductProblems {
  askBackHours?: string;
  domains?: string;
  maxPages?: string;
}

/** Checks the shown fields of a draft by the service's own rules (contract 11). */
export function checkConduct({ askBack, askBackHours, research, domains, maxPages }: ConductDraft): ConductProblems {
  const { wrong } = engagementFormTexts.conduct;
  const names = readDomains(domains);
  const odd = names.find((name) => !isDomain(name));
  return {
    ...(askBack === 'wait' &&
      !areHours(askBackHours) && { askBackHours: wrong.hours(formatCount(askBackHoursLimits.maximum)) }),
    ...(research && odd !== undefined && { domains: wrong.domain(odd) }),
    ...(research && names.length > researchLimits.domains && { domains: wrong.domains(researchLimits.domains) }),
    ...(research && !arePages(maxPages) && { maxPages: wrong.pages(researchLimits.maximumPages) }),
  };
}

/** Returns true if a value from the browser's storage has the shape of a draft. Drafts of an older release lack it. */
export function isConduct(value: unknown): value is ConductDraft | undefined {
  if (value === undefined) return true;
  if (typeof value !== 'object' || value === null) return false;
  return Object.entries(blankConduct).every(([field, usual]) => typeof Reflect.get(value, field) === typeof usual);
}
