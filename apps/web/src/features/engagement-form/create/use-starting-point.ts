import type { Template } from '@ecp/contract/work/templates';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { templateChoiceQuery } from '../../../domain/templates/queries.ts';
import { blankDraft, type EngagementDraft, toDraft } from '../../../domain/engagement-draft/engagement-draft.ts';

interface StartOptions {
  draft: EngagementDraft;
  change: (draft: EngagementDraft) => void;
  /** The template that the address names. */
  asked: string | undefined;
  /** Puts the choice into the address. */
  onChosen: (templateId: string | undefined) => void;
}

/**
 * Begins a draft with a template or a blank page. What somebody has written is replaced only after asking: `waiting` is
 * the template that waits for the answer (null the blank page, undefined nothing).
 */
export function useStartingPoint({ draft, change, asked, onChosen }: StartOptions) {
  const { data: templates } = useQuery(templateChoiceQuery);
  const [waiting, setWaiting] = useState<Template | null>();
  const apply = (template: Template | null) => {
    const { name, client } = draft;
    change({ ...(template ? { ...toDraft(template), templateId: template.id } : blankDraft), name, client });
    onChosen(template?.id);
    setWaiting(undefined);
  };
  const choose = (template: Template | null) => {
    if (isUntouched(draft, templates ?? [])) apply(template);
    else setWaiting(template);
  };
  // The address's template, once, when the templates are there.
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

/** Whether brief, budget and tasks are as they came: nothing is lost when others take their place. */
function isUntouched({ brief, budget, tasks, templateId }: EngagementDraft, templates: readonly Template[]): boolean {
  const template = templates.find(({ id }) => id === templateId);
  const source = template ? toDraft(template) : blankDraft;
  return brief === source.brief && budget === source.budget && JSON.stringify(tasks) === JSON.stringify(source.tasks);
}
