import { SandboxError } from '@ecp/sandbox/child-program';
import type { Services } from '../../../kernel/services.ts';
import type { PageText } from '../../text-extraction/pages/page-text.ts';
import { ResearchRefused } from '../research-refused.ts';
import type { FetchedBytes } from './fetch-for-archive.ts';

/** Reads the text of fetched bytes in the sandbox (RES-12). Throws ResearchRefused `unreadable` or `empty`. */
export async function readContent(
  { textExtractor }: Pick<Services, 'textExtractor'>,
  tenantId: string,
  { kind, bytes, charset, url }: FetchedBytes,
): Promise<PageText> {
  const page = await textExtractor.readPage(tenantId, { kind, bytes, charset, url }).catch((error: unknown) => {
    throw error instanceof SandboxError ? new ResearchRefused('unreadable', null, error) : error;
  });
  if (!page) throw new ResearchRefused('unreadable');
  if (page.text.trim() === '') throw new ResearchRefused('empty');
  return page;
}
