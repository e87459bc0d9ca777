import { eventGroups, webhookEventTexts } from '../../texts/en/settings/webhook-events.ts';
import { webhookTexts } from '../../texts/en/settings/webhooks.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { CheckboxField } from '../../ui/fields/checkbox-field.tsx';

const texts = webhookTexts.form;
const all = eventGroups.flatMap(({ events }) => events);

interface EventFieldsProps {
  chosen: readonly string[];
  onChange: (events: readonly string[]) => void;
  error: string | undefined;
}

/** Chooses the events of an endpoint, each with a description. */
export function EventFields({ chosen, onChange, error }: EventFieldsProps) {
  const choose = (event: string, wanted: boolean) =>
    onChange(wanted ? [...chosen, event] : chosen.filter((other) => other !== event));
  const hasAll = all.every((event) => chosen.includes(event));
  return (
    <div className="flex flex-col gap-2">
      <div className="flex items-center justify-between gap-3">
        <h3 className="font-medium">{texts.events}</h3>
        <Button size="small" kind="quiet" onClick={() => onChange(hasAll ? [] : all)}>
          {hasAll ? texts.none : texts.all}
        </Button>
      </div>
      <div className="grid gap-x-6 gap-y-4 rounded-lg border border-line-strong/60 p-3 sm:grid-cols-2">
        {eventGroups.map(({ title, events }) => (
          <fieldset key={title} className="flex min-w-0 flex-col gap-2">
            <legend className="mb-1.5 text-muted text-sm">{title}</legend>
            {events.map((event) => (
              <CheckboxField
                key={event}
                label={<code className="text-xs">{event}</code>}
                hint={webhookEventTexts[event]}
                checked={chosen.includes(event)}
                onChange={({ currentTarget }) => choose(event, currentTarget.checked)}
              />
            ))}
          </fieldset>
        ))}
      </div>
      {error && (
        <p role="alert" className="text-danger text-sm">
          {error}
        </p>
      )}
    </div>
  );
}
