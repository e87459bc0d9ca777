import type { Template } from '@ecp/contract/work/templates';
import { useState } from 'react';
import { startTexts as texts } from '../../../texts/en/start-engagement.ts';
import { ChoiceButtons } from '../../../ui/buttons/choice-buttons.tsx';
import { RequestPane } from './request/request-pane.tsx';
import type { FormContent } from './request/use-request.ts';
import { TemplatePicker } from './template-picker.tsx';

type Way = keyof typeof texts.ways;
const ways = (Object.keys(texts.ways) as Way[]).map((value) => ({ value, label: texts.ways[value] }));

interface StartFromProps extends FormContent {
  /** The way that is open at first. */
  initial: Way;
  onFill: (content: FormContent) => void;
  onTemplate: (template: Template | null) => void;
}

/** Fills the form from a request as it came, or from a template. Both ways leave the form to be checked. */
export function StartFrom({ initial, draft, files, onFill, onTemplate }: StartFromProps) {
  const [way, setWay] = useState<Way>(initial);
  return (
    <section aria-labelledby="start-from" className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <h2 id="start-from" className="font-semibold">
          {texts.title}
        </h2>
        <ChoiceButtons label={texts.title} choices={ways} value={way} onChange={(next) => next && setWay(next)} />
      </div>
      {way === 'request' ? (
        <RequestPane draft={draft} files={files} onFill={onFill} />
      ) : (
        <TemplatePicker value={draft.templateId} onChoose={onTemplate} />
      )}
    </section>
  );
}
