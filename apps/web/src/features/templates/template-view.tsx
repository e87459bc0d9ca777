import type { Template } from '@ecp/contract/work/templates';
import { Link } from '@tanstack/react-router';
import { BriefText } from '../../domain/engagement-draft/brief-text.tsx';
import { TaskOverview } from '../../domain/tasks/graph/task-overview.tsx';
import { templateTexts } from '../../texts/en/templates.ts';
import { PageHeader } from '../../ui/layout/page-header.tsx';
import { Section } from '../../ui/layout/section.tsx';
import { Badge } from '../../ui/states/badge.tsx';
import { TemplateActions } from './template-actions.tsx';
import { TemplateAdvice } from './template-advice.tsx';
import { TemplateFacts } from './template-facts.tsx';

const texts = templateTexts;

/** A read-only view of a template. */
export function TemplateView({ template }: { template: Template }) {
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
