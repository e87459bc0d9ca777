import type { ResearchRefusal, ResearchRefusalReason } from './research-refusals.ts';

const sentences: Record<ResearchRefusalReason, (detail: string) => string> = {
  interrupted: () => 'It was interrupted and is not sent again.',
  not_enabled: () => 'Research is not enabled.',
  limit_reached: (limit) => `No more than ${limit} pages may be read.`,
  storage_full: () => 'The storage of the workspace is full.',
  invalid_address: () => 'This is not a valid http or https address.',
  unknown_address: () =>
    'Only addresses from the brief, from search results and from links of pages that were read can be read.',
  outside_domains: (host) => `${host} is not among the domains that may be read.`,
  private_address: () => 'The address is not public.',
  robots: (host) => `The robots.txt of ${host} does not allow it.`,
  host_busy: (host) => `Too many requests to ${host} are waiting.`,
  timeout: () => 'The answer took too long.',
  too_many_redirects: () => 'The address redirects too often.',
  unreachable: (host) => `${host} could not be reached.`,
  status: (status) => `The page answered with status ${status}.`,
  too_large: (bytes) => `The page is larger than ${Math.round(Number(bytes) / 1_048_576)} MB.`,
  unsupported_type: (type) => `Pages of the type ${type} are not read.`,
  unreadable: () => 'The page could not be read.',
  empty: () => 'The page has no text.',
  provider_error: (status) => `The search provider answered with status ${status}.`,
  provider_busy: () => 'The search provider has too many requests at present.',
  provider_answer: () => 'The search provider gave no usable answer.',
};

/** Tells a person or a model why there are no results or no page. */
export function describeResearchRefusal({ reason, detail }: ResearchRefusal): string {
  return sentences[reason](detail ?? '');
}
