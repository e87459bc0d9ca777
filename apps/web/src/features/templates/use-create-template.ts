import type { Template } from '@ecp/contract/work/templates';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { callOnce } from '../../api/call-once.ts';
import { api } from '../../api/client.ts';
import { templateQuery } from '../../domain/templates/queries.ts';
import { templateTexts } from '../../texts/en/templates.ts';
import { showDoneToast } from '../../ui/toasts/tell.ts';
import { type TemplateDraft, toTemplateBody } from './template-draft.ts';

/** Saves a template and navigates to it. `onCreated` runs before the navigation. */
export function useCreateTemplate(from: Template | undefined, onCreated: () => void) {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  return useMutation({
    meta: { showsError: true },
    mutationFn(draft: TemplateDraft) {
      const body = toTemplateBody(draft, from);
      return callOnce(['createTemplate', body], (options) => api.createTemplate(body, options));
    },
    async onSuccess({ template }) {
      onCreated();
      queryClient.setQueryData(templateQuery(template.id).queryKey, template);
      void queryClient.invalidateQueries({ queryKey: ['templates'] });
      await navigate({ to: '/templates/$templateId', params: { templateId: template.id }, replace: true });
      showDoneToast(templateTexts.form.done(template.name));
    },
  });
}
