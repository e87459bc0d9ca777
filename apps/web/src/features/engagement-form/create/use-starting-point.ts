import type { Template } from '@ecp/contract/work/templates';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { blankConduct } from '../../../domain/engagement-draft/conduct/conduct-draft.ts';
import { blankDraft, type EngagementDraft, toDraft } from '../../../domain/engagement-draft/engagement-draft.ts';
import { templateChoiceQuery } from '../../../domain/templates/queries.ts';

interface StartOptions {
  draft: EngagementDraft;
  change: (draft: EngagementDraft) => void;
  /** Id of the template in the URL. */
  asked: string | undefined;
  /** Stores the choice in the URL. */
  onChosen: (templateId: string | undefined) => void;
}

/**
 * Starts a draft from a template or a blank page. Text that the user has written is replaced only after a confirmation:
 * `waiting` is the template to confirm (null for the blank page, undefined for none).
 */
export function useStartingPoint({ draft, change, asked, onChosen }: StartOptions) {
  const { data: templates } = useQuery(templateChoiceQuery);
  const [waiting, setWaiting] = useState<Template | null>();
  const apply = (template: Template | null) => {
    const { name, client, model = null, conduct = blankConduct, ownerId = null, dueDate = '' } = draft;
    const start = template ? { ...toDraft(template), templateId: template.id } : blankDraft;
    change({ ...start, name, client, model, conduct, ownerId, dueDate });
    onChosen(template?.id);
    setWaiting(undefined);
  };
  const choose = (template: Template | null) => {
    if (isUntouched(draft, templates ?? [])) apply(template);
    else setWaiting(template);
  };
  // Selects the template of the URL once, when the templates have loaded.
  const preselected = useRef(false);
  useEffect(() => {
    if (!templates || preselected.current) return;
    preselected.current = true;
    const template = templates.find(({ id }) => id === asked);
    if (template && draft.templateId !== template.id) choose(template);
  });
  return {
    choose,
    waiting,
    accept: () => waiting !== undefined && apply(waiting),
    decline: () => setWaiting(undefined),
  };
}

/** Returns whether brief, budget and tasks are unchanged, so that replacing them loses nothing. */
function isUntouched({ brief, budget, tasks, templateId }: EngagementDraft, templates: readonly Template[]): boolean {
  const template = templates.find(({ id }) => id === templateId);
  const source = template ? toDraft(template) : blankDraft;
  return brief === source.brief && budget === source.budget && JSON.stringify(tasks) === JSON.stringify(source.tasks);
}
