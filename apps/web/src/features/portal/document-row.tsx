import type { PortalView } from '@ecp/contract/reach/portal';
import { Link } from '@tanstack/react-router';
import { ChevronRight } from 'lucide-react';
import { documentStatusOf, documentStatusTones } from '../../domain/clients/document-status.ts';
import { formatDay } from '../../format/format.ts';
import { portalTexts } from '../../texts/en/portal.ts';
import { Badge } from '../../ui/states/badge.tsx';
import type { SharedDocument } from './portal-client.ts';

interface DocumentRowProps {
  token: string;
  document: SharedDocument;
  view: PortalView;
}

/** One document in the list. The whole row is a link. */
export function DocumentRow({ token, document, view }: DocumentRowProps) {
  const { filename, title } = document;
  const standing = documentStatusOf(document, view.permissions.includes('approve'));
  const comments = view.comments.filter((comment) => comment.filename === filename).length;
  return (
    <Link
      to="/portal/$token"
      params={{ token }}
      search={{ file: filename }}
      className="flex items-center gap-4 px-4 py-4 hover:bg-hover focus-visible:-outline-offset-2"
    >
      <div className="min-w-0 flex-1">
        <p className="font-medium text-lg leading-snug">{title}</p>
        <p className="figures mt-1 text-muted text-sm">
          {[...documentFacts(document), ...(comments > 0 ? [portalTexts.commentCount(comments)] : [])].join(' · ')}
        </p>
        <div className="mt-2 sm:hidden">
          <Badge tone={documentStatusTones[standing]}>{portalTexts.standing[standing]}</Badge>
        </div>
      </div>
      <div className="hidden sm:block">
        <Badge tone={documentStatusTones[standing]}>{portalTexts.standing[standing]}</Badge>
      </div>
      <ChevronRight aria-hidden className="size-4 shrink-0 text-muted" />
    </Link>
  );
}

const wordsPerMinute = 220;

/** Returns version, day and reading time. */
export function documentFacts({ version, createdAt, wordCount }: SharedDocument): string[] {
  const { documentFacts: texts } = portalTexts;
  const minutes = Math.max(1, Math.round(wordCount / wordsPerMinute));
  return [texts.version(version), formatDay(createdAt), texts.minutes(minutes)];
}
