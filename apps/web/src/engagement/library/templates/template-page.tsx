import type { Template } from '@ecp/contract/work/templates';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { Copy, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { api } from '../../../base/api/client.ts';
import { formatCount, formatDay, formatUsd } from '../../../base/format/format.ts';
import { useSession } from '../../../base/session/session.ts';
import { commonTexts } from '../../../base/texts/common.ts';
import { Badge } from '../../../base/ui/badges.tsx';
import { buttonStyle, IconButton } from '../../../base/ui/buttons.tsx';
import { ConfirmDialog } from '../../../base/ui/dialogs/form-dialogs.tsx';
import { FactLine, Page, PageHeader, Section } from '../../../base/ui/layout/page.tsx';
import { ErrorState, PageSkeleton } from '../../../base/ui/states.tsx';
import { showDoneToast } from '../../../base/ui/toasts/show-toast.ts';
import { attachmentTexts } from '../../../shared/attachments/texts.ts';
import { BriefText } from '../../brief/brief-text.tsx';
import { templateQuery } from '../../brief/templates.ts';
import { TaskOverview } from '../../tasks/task-overview.tsx';
import { readOptions } from './template-options.ts';
import { templateTexts } from './texts.ts';

const route = getRouteApi('/shell/templates/$templateId');

export function TemplatePage() {
  const { templateId } = route.useParams();
  const { data, isPending, isLoadingError, error, refetch } = useQuery(templateQuery(templateId));
  if (isPending) return <PageSkeleton />;
  return (
    <Page>
      {isLoadingError ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <TemplateView template={data} />
      )}
    </Page>
  );
}

const texts = templateTexts;

function TemplateView({ template }: { template: Template }) {
  const { name, description, brief, tasks, isSystem } = template;
  return (
    <>
      <PageHeader
        above={[
          <Link key="templates" to="/templates">
            {texts.title}
          </Link>,
        ]}
        title={name}
        badges={isSystem && <Badge>{texts.system.badge}</Badge>}
        description={description}
        actions={<TemplateActions template={template} />}
      />
      <TemplateFacts template={template} />
      <Section title={texts.tasks.title} description={texts.tasks.description}>
        <TaskOverview tasks={tasks} />
      </Section>
      <Section title={texts.brief.title} description={texts.brief.description}>
        <BriefText brief={brief} />
      </Section>
      <TemplateAdvice template={template} />
    </>
  );
}

const { facts: factNames, figures } = templateTexts;

function TemplateFacts({ template }: { template: Template }) {
  const { budget, tasks, isSystem, createdAt } = template;
  const { decisionMakers } = readOptions(template);
  const facts: (readonly [string, string])[] = [
    [factNames.tasks, tasks.length === 0 ? figures.noTasks : formatCount(tasks.length)],
    [factNames.budget, formatUsd(budget)],
  ];
  if (decisionMakers !== null) facts.push([factNames.deciders, decisionMakers]);
  if (!isSystem) facts.push([factNames.created, formatDay(createdAt)]);
  return <FactLine facts={facts} />;
}

const { attach, questions } = templateTexts;

/**
 * Shows which files a template recommends and which questions it asks. Renders nothing if it has
 * neither.
 */
function TemplateAdvice({ template }: { template: Template }) {
  const { suggestedAttachments, reviewQuestions } = readOptions(template);
  if (suggestedAttachments.length + reviewQuestions.length === 0) return null;
  return (
    <div className="grid items-start gap-6 lg:grid-cols-2">
      {suggestedAttachments.length > 0 && (
        <Section title={attach.title} description={attach.description}>
          <ul className="flex flex-col gap-3">
            {suggestedAttachments.map(({ category, what }) => (
              <li key={what} className="flex flex-col items-start gap-1">
                <Badge>{attachmentTexts.categories[category]}</Badge>
                {what}
              </li>
            ))}
          </ul>
        </Section>
      )}
      {reviewQuestions.length > 0 && (
        <Section title={questions.title} description={questions.description}>
          <ul className="flex list-disc flex-col gap-2 pl-4 marker:text-muted">
            {reviewQuestions.map((question) => (
              <li key={question}>{question}</li>
            ))}
          </ul>
        </Section>
      )}
    </div>
  );
}

/** Actions for a template; hidden from viewers. System templates cannot be deleted. */
function TemplateActions({ template }: { template: Template }) {
  const { has } = useSession();
  const [isAsking, setIsAsking] = useState(false);
  if (!has('member')) return null;
  return (
    <>
      {!template.isSystem && (
        <IconButton
          icon={Trash2}
          label={templateTexts.remove.action}
          className="size-9 border"
          onClick={() => setIsAsking(true)}
        />
      )}
      <Link to="/templates/new" search={{ from: template.id }} className={buttonStyle()}>
        <Copy aria-hidden className="size-4" />
        {templateTexts.copy}
      </Link>
      <Link
        to="/engagements/new"
        search={{ template: template.id }}
        className={buttonStyle('primary')}
      >
        {templateTexts.use}
      </Link>
      {isAsking && <DeleteTemplateDialog template={template} onClose={() => setIsAsking(false)} />}
    </>
  );
}

const { remove } = templateTexts;

function DeleteTemplateDialog({ template, onClose }: { template: Template; onClose: () => void }) {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const deletion = useMutation({
    meta: { showsError: true },
    mutationFn: () => api.deleteTemplate({ id: template.id }),
    async onSuccess() {
      await navigate({ to: '/templates', search: {}, replace: true });
      queryClient.removeQueries({ queryKey: templateQuery(template.id).queryKey });
      void queryClient.invalidateQueries({ queryKey: ['templates'] });
      showDoneToast(remove.done(template.name));
    },
  });
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={remove.title(template.name)}
      confirmLabel={commonTexts.delete}
      onConfirm={() => deletion.mutate()}
      action={deletion}
    >
      {remove.advice}
    </ConfirmDialog>
  );
}
