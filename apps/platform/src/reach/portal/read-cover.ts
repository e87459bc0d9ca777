import type { PortalView } from '@ecp/contract/reach/portal';
import type { Statement } from '@ecp/database/statement';
import type { PortalVisitor } from '../../kernel/context.ts';

interface NewestRelease {
  message: string | null;
  author_kind: 'user' | 'api_key';
  author_name: string;
  created_at: Date;
}

/** Selects the newest release to a link. */
export function selectNewestRelease({ tenantId, shownId }: PortalVisitor): Statement<NewestRelease> {
  return {
    name: 'select_newest_release',
    text: `select r.message, r.author_kind, r.author_name, r.created_at
      from platform.release_links l
      join platform.releases r on r.tenant_id = l.tenant_id and r.id = l.release_id
      where l.tenant_id = $1 and l.token_id = $2 order by r.created_at desc, r.id desc limit 1`,
    values: [tenantId, shownId],
  };
}

/** Tells a visitor how things stand and what is asked of them, as far as the link permits (REL-11). */
export function readCover(
  { permissions }: PortalVisitor,
  { deliverables, questions }: Pick<PortalView, 'deliverables' | 'questions'>,
  release: NewestRelease | undefined,
): PortalView['cover'] {
  const undecided = deliverables.filter(({ clientDecision, version }) => clientDecision?.version !== version);
  const decisions = permissions.includes('approve') ? undecided.map(({ filename }) => filename) : [];
  const unanswered = questions.filter(({ status }) => status !== 'answered').length;
  const isAsked = decisions.length + unanswered > 0;
  const isReadable = deliverables.length > 0;
  return {
    state: isAsked ? 'asked' : isReadable ? 'settled' : 'preparing',
    asked: { decisions, questions: unanswered },
    release: release
      ? {
          message: release.message,
          releasedBy: release.author_kind === 'user' ? release.author_name : null,
          releasedAt: release.created_at.toISOString(),
        }
      : null,
  };
}
