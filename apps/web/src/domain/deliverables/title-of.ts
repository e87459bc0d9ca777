import type { EngagementDetail } from '@ecp/contract/work/engagements';

/** What people call a file: the heading that opens its latest version, else its task's name, else its filename. */
export function titleOf(filename: string, engagement: EngagementDetail | undefined): string {
  const latest = engagement?.deliverables
    .filter((entry) => entry.filename === filename)
    .reduce<EngagementDetail['deliverables'][number] | undefined>(
      (last, entry) => (last && last.version > entry.version ? last : entry),
      undefined,
    );
  const heading = latest && readTitle(latest.content);
  return heading || engagement?.tasks.find(({ id }) => id === latest?.taskId)?.name || filename;
}

/** The first-level heading that opens a text, behind its front matter. */
function readTitle(markdown: string): string {
  const [, title = ''] = /^(?:---\r?\n[\s\S]*?\r?\n---\s*)?#\s+(.*)/.exec(markdown.trimStart()) ?? [];
  return title.replace(/[*_`]/g, '').trim();
}
