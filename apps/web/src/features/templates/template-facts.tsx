import type { Template } from '@ecp/contract/work/templates';
import { formatCount, formatDay, formatUsd } from '../../format/format.ts';
import { templateTexts } from '../../texts/en/templates.ts';
import { FactLine } from '../../ui/layout/fact-line.tsx';
import { readOptions } from './read-options.ts';

const { facts: names, figures } = templateTexts;

/** Shows tasks, budget and duration of a template in one line. */
export function TemplateFacts({ template }: { template: Template }) {
  const { budget, tasks, isSystem, createdAt } = template;
  const { typicalWeeks, decisionMakers } = readOptions(template);
  const facts: (readonly [string, string])[] = [
    [names.tasks, tasks.length === 0 ? figures.noTasks : formatCount(tasks.length)],
    [names.budget, formatUsd(budget)],
  ];
  if (typicalWeeks !== null) facts.push([names.weeks, figures.weeks(typicalWeeks)]);
  if (decisionMakers !== null) facts.push([names.deciders, decisionMakers]);
  if (!isSystem) facts.push([names.created, formatDay(createdAt)]);
  return <FactLine facts={facts} />;
}
