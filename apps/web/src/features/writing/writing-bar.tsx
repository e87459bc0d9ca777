import { Link } from '@tanstack/react-router';
import { ArrowLeft, Save, UserPen } from 'lucide-react';
import { useEffect } from 'react';
import type { Deliverable } from '../../domain/deliverables/queries.ts';
import { readDocument } from '../../domain/markdown/read-document.ts';
import { nameSlug } from '../../format/name-slug.ts';
import { writingTexts } from '../../texts/en/documents/writing.ts';
import { commonTexts } from '../../texts/en/shared/common.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { IconButton } from '../../ui/buttons/icon-button.tsx';
import { DraftState } from './drafts/draft-state.tsx';
import type { Writing } from './use-writing.ts';

interface WritingBarProps {
  deliverable: Deliverable;
  writing: Writing;
  showsSections: boolean;
  onToggleSections: () => void;
}

/** The head of the page: what is edited, how far it is saved, and the way to a version. */
export function WritingBar({ deliverable, writing, showsSections, onToggleSections }: WritingBarProps) {
  const { engagementId, filename } = deliverable;
  const { draft, state } = writing;
  const title = readDocument(deliverable.content).title ?? nameSlug(filename);
  useEffect(() => {
    document.title = `${writingTexts.title(title)} · ${commonTexts.product}`;
  }, [title]);
  return (
    <div className="flex h-12 shrink-0 items-center gap-2 border-b px-2 md:px-6">
      <Link
        to="/engagements/$engagementId/deliverables/$filename"
        params={{ engagementId, filename }}
        search={{}}
        aria-label={writingTexts.leave}
        title={writingTexts.leave}
        className="inline-flex size-8 shrink-0 items-center justify-center rounded-lg text-muted hover:bg-hover hover:text-ink"
      >
        <ArrowLeft aria-hidden className="size-4" />
      </Link>
      <h1 className="min-w-0 truncate font-semibold max-sm:sr-only">{writingTexts.title(title)}</h1>
      <div className="ml-auto flex min-w-0 items-center gap-2">
        <DraftState status={draft.status} savedAt={state.draft?.savedAt ?? null} />
        <IconButton
          label={writingTexts.sections.title}
          aria-pressed={showsSections}
          onClick={onToggleSections}
          className="max-md:hidden"
        >
          <UserPen aria-hidden />
        </IconButton>
        <Button
          kind="primary"
          size="small"
          disabled={writing.newer !== null}
          onClick={() => writing.setAsksToSave(true)}
        >
          <Save aria-hidden className="size-4" />
          {writingTexts.save.button}
        </Button>
      </div>
    </div>
  );
}
