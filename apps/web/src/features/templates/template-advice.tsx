import type { Template } from '@ecp/contract/work/templates';
import { attachmentTexts } from '../../texts/en/attachments.ts';
import { templateTexts } from '../../texts/en/templates.ts';
import { Section } from '../../ui/layout/section.tsx';
import { Badge } from '../../ui/states/badge.tsx';
import { readOptions } from './read-options.ts';

const { attach, questions } = templateTexts;

/** Shows which files a template recommends and which questions it asks. Renders nothing if it has neither. */
export function TemplateAdvice({ template }: { template: Template }) {
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
