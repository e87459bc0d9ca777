import type { RequestDraft } from '@ecp/contract/work/engagement-drafts';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../../../api/client.ts';
import { findFileProblem } from '../../../../domain/attachments/file-problem.ts';
import type { ChosenFile } from '../../../../domain/attachments/upload-queue.ts';
import type { EngagementDraft } from '../../../../domain/engagement-draft/engagement-draft.ts';
import { useSession } from '../../../../session/session.ts';
import { fillDraft, toAttachment } from './fill-draft.ts';

/** What a form holds that a request fills. */
export interface FormContent {
  draft: EngagementDraft;
  files: ChosenFile[];
}

/** A request as it came, with the wish to keep its file. */
type Given = { text: string } | { file: File; isKept: boolean };

interface RequestOptions extends FormContent {
  onFill: (content: FormContent) => void;
}

/** Reads a request into the form (INT-1). `undo` puts back what the form held before. */
export function useRequest({ draft, files, onFill }: RequestOptions) {
  const { plan } = useSession().tenant;
  const [filled, setFilled] = useState<{ read: RequestDraft; before: FormContent } | null>(null);
  const reading = useMutation({
    meta: { showsError: true },
    mutationFn: (given: Given) =>
      'text' in given ? api.draftFromText({ text: given.text }) : api.draftFromFile({ file: given.file }),
    onSuccess(read, given) {
      const kept = 'file' in given && given.isKept ? toAttachment(given.file, read) : null;
      const attached = kept && { file: kept, category: 'reference' as const, problem: findFileProblem(kept, plan) };
      onFill({ draft: fillDraft(draft, read), files: attached ? [...files, attached] : files });
      setFilled({ read, before: { draft, files } });
    },
  });
  const undo = () => {
    if (filled) onFill(filled.before);
    setFilled(null);
  };
  return { read: filled?.read ?? null, reading, undo };
}
