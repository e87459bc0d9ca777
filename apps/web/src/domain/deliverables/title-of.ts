import type { EngagementDetail } from '@ecp/contract/work/engagements';
import { nameSlug } from '../../format/name-slug.ts';

/** Title of a file: the first heading of its latest version, else the name of its task, else words of the filename. */
export function titleOf(filename: string, engagement: EngagementDetail | undefined): string {
  const latest = engagement?.deliverables
    .filter((entry) => entry.filename === filename)
    .reduce<EngagementDetail['deliverables'][number] | undefined>(
      (last, entry) => (last && last.version > entry.version ? last : entry),
      undefined,
    );
  const heading = latest && readTitle(latest.content);
  return heading || engagement?.tasks.find(({ id }) => id === latest?.taskId)?.name || nameSlug(filename);
}

/** Returns the level 1 heading at the start of a text, after any front matter. */
function readTitle(markdown: string): string {
  const [, title = ''] = /^(?:---\r?\n[\s\S]*?\r?\n---\s*)?#\s+(.*)/.exec(markdown.trimStart()) ?? [];
  return title.replace(/[*_`]/g, '').trim();
}
