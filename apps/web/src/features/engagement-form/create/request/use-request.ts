import type { RequestDraft } from '@ecp/contract/work/engagements';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../../../api/client.ts';
import { findFileProblem } from '../../../../domain/attachments/file-problem.ts';
import type { ChosenFile } from '../../../../domain/attachments/upload-queue.ts';
import type { EngagementDraft } from '../../../../domain/engagement-draft/engagement-draft.ts';
import { useSession } from '../../../../session/session.ts';
import { fillDraft, toAttachment, undoFill } from './fill-draft.ts';

/** The content of the form that a request fills. */
export interface FormContent {
  draft: EngagementDraft;
  files: ChosenFile[];
}

/** A request as it came, with the wish to keep its file. */
type Given = { text: string } | { file: File; isKept: boolean };

interface RequestOptions extends FormContent {
  onFill: (content: FormContent) => void;
}

/** The effect of a request on a form. */
interface Filled {
  read: RequestDraft;
  before: EngagementDraft;
  after: EngagementDraft;
  /** The file of the request, if it was attached. */
  kept: File | null;
}

/** Reads a request into the form (INT-1). `undo` puts back what it has filled. */
export function useRequest({ draft, files, onFill }: RequestOptions) {
  const { plan } = useSession().tenant;
  const [filled, setFilled] = useState<Filled | null>(null);
  const reading = useMutation({
    meta: { showsError: true },
    mutationFn: (given: Given) =>
      'text' in given ? api.draftFromText({ text: given.text }) : api.draftFromFile({ file: given.file }),
    onSuccess(read, given) {
      const kept = 'file' in given && given.isKept ? toAttachment(given.file, read) : null;
      const attached = kept && { file: kept, category: 'reference' as const, problem: findFileProblem(kept, plan) };
      const after = fillDraft(draft, read);
      onFill({ draft: after, files: attached ? [...files, attached] : files });
      setFilled({ read, before: draft, after, kept });
    },
  });
  const undo = () => {
    if (!filled) return;
    const { before, after, kept } = filled;
    onFill({ draft: undoFill(draft, before, after), files: files.filter(({ file }) => file !== kept) });
    setFilled(null);
  };
  return { read: filled?.read ?? null, reading, undo };
}
