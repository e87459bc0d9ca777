import type {
  ResearchRefusal,
  ResearchRefusalReason,
} from '@ecp/contract/values/research-refusals';
import { formatBytes } from '../base/format/format.ts';
import { t, translated } from '../base/language/translate.ts';

type Sentences = Record<ResearchRefusalReason, string | ((detail: string) => string)>;

/** Why there are no results or no page. Agents get the same facts in English. */
const sentences: Sentences = translated({
  interrupted: 'It was interrupted and is not sent again.',
  not_enabled: 'Research is not enabled.',
  limit_reached: (limit: string) => t('No more than {limit} pages may be read.', { limit }),
  storage_full: 'The storage of the workspace is full.',
  invalid_address: 'This is not a valid http or https address.',
  unknown_address:
    'Only addresses from the brief, from search results and from links of pages that were read can be read.',
  outside_domains: (host: string) =>
    t('{host} is not among the domains that may be read.', { host }),
  private_address: 'The address is not public.',
  robots: (host: string) => t('The robots.txt of {host} does not allow it.', { host }),
  host_busy: (host: string) => t('Too many requests to {host} are waiting.', { host }),
  timeout: 'The answer took too long.',
  too_many_redirects: 'The address redirects too often.',
  unreachable: (host: string) => t('{host} could not be reached.', { host }),
  status: (status: string) => t('The page answered with status {status}.', { status }),
  too_large: (bytes: string) =>
    t('The page is larger than {size}.', { size: formatBytes(Number(bytes)) }),
  unsupported_type: (type: string) => t('Pages of the type {type} are not read.', { type }),
  unreadable: 'The page could not be read.',
  empty: 'The page has no text.',
  provider_error: (status: string) =>
    t('The search provider answered with status {status}.', { status }),
  provider_busy: 'The search provider has too many requests at present.',
  provider_answer: 'The search provider gave no usable answer.',
});

/** Tells a person why there are no results or no page. */
export function describeResearchRefusal({ reason, detail }: ResearchRefusal): string {
  const sentence = sentences[reason];
  return typeof sentence === 'string' ? sentence : sentence(detail ?? '');
}
