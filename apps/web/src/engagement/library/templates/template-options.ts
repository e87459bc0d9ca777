import type { AttachmentCategory } from '@ecp/contract/work/attachments';
import type { Template } from '@ecp/contract/work/templates';
import { attachmentTexts } from '../../../shared/attachments/texts.ts';

/** The readable options of system templates. Missing or malformed ones are left out. */
interface TemplateOptions {
  decisionMakers: string | null;
  suggestedAttachments: { category: AttachmentCategory; what: string }[];
  reviewQuestions: string[];
}

/** Reads the options of any template. They are stored as given, so they may contain anything. */
export function readOptions({ options }: Pick<Template, 'options'>): TemplateOptions {
  const read = (name: string): unknown => Reflect.get(options, name);
  const deciders = read('decisionMakers');
  return {
    decisionMakers: typeof deciders === 'string' && deciders !== '' ? deciders : null,
    suggestedAttachments: listOf(read('suggestedAttachments')).flatMap((each) =>
      isSuggestion(each) ? [each] : [],
    ),
    reviewQuestions: listOf(read('reviewQuestions')).flatMap((each) =>
      typeof each === 'string' ? [each] : [],
    ),
  };
}

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

function isSuggestion(value: unknown): value is TemplateOptions['suggestedAttachments'][number] {
  if (typeof value !== 'object' || value === null) return false;
  const { category, what } = value as Record<string, unknown>;
  return typeof what === 'string' && Object.hasOwn(attachmentTexts.categories, String(category));
}
