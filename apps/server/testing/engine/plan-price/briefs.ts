import { readFileSync } from 'node:fs';
import type { EnginePlanRequest } from '@ecp/contract/engine/engine-plans';
import type { TaskConfiguration } from '@ecp/contract/work/engagements';

/** One engagement of the fixed set for which plans are priced. */
export interface PricedBrief {
  title: string;
  client: string;
  brief: string;
  tasks: TaskConfiguration[];
  sources: EnginePlanRequest['sources'];
}

interface ShippedExample {
  name: string;
  client: string;
  brief: string;
  tasks: TaskConfiguration[];
}

const exampleOf = (folder: string): ShippedExample => {
  const file = new URL(`../../../../../examples/${folder}/engagement.json`, import.meta.url);
  return {
    tasks: [],
    ...(JSON.parse(readFileSync(file, 'utf8')) as Omit<ShippedExample, 'tasks'>),
  };
};
const roaster = exampleOf('regional-coffee-roaster');
const library = exampleOf('municipal-library-digital');

const source = (id: string, text: string): EnginePlanRequest['sources'][number] => {
  return { id, title: `${id}.md`, location: `${id}.md`, text };
};
const notes = source('interviews', library.brief);
const accounts = source('accounts', roaster.brief);
const archive = source('archive', Array.from({ length: 12 }, () => library.brief).join('\n\n'));

const taskList = (...names: string[]): TaskConfiguration[] =>
  names.map((name, index) => ({
    id: `task-${index + 1}`,
    name,
    description: `${name}: what is known, what it means for the client, what to do and what is open.`,
    dependsOn:
      index === names.length - 1 && index > 0
        ? names.slice(0, -1).map((_, at) => `task-${at + 1}`)
        : [],
  }));

const ferry = `Inselfähre Nordholm betreibt zwei Fähren mit 214 Plätzen und 31 Beschäftigten. Der Betreiber will wissen,
ob sich eine Elektrofähre rechnet, wie der Fahrplan im Winter aussehen soll und welche Preise Einheimische und Gäste
zahlen. Die Werft bietet ein Schiff für 9,4 Millionen Euro an; das Land fördert höchstens 40 Prozent. Der Diesel hat im
vorigen Jahr 1,1 Millionen Euro gekostet. Offen sind Ladezeiten, Netzanschluss im Hafen und die Haltung der Gemeinde.`;
const clinic = `A physiotherapy practice with 9 therapists and three sites wants to know whether to offer online
sessions, what to charge, and how to fill the gaps of its calendar. 22 percent of appointments are cancelled within a
day. The lease of the smallest site ends in eight months. No loans above 60,000.`;
const grocer = `Der Lebensmittelhändler Kornhaus beliefert 64 Kantinen mit regionaler Ware. Die Spanne ist in zwei Jahren
von 19 auf 13 Prozent gefallen, drei Großküchen verhandeln neu. Gesucht ist eine Strategie für Sortiment, Preise und
Touren, mit der die Spanne wieder 18 Prozent erreicht, ohne Entlassungen und ohne neue Schulden.`;

const engagement = (
  title: string,
  client: string,
  brief: string,
  rest: Partial<PricedBrief> = {},
): PricedBrief => {
  return { title, client, brief, tasks: [], sources: [], ...rest };
};

/**
 * The fixed set: small and large engagements, with and without tasks and sources, some in German.
 */
export const pricedBriefs: PricedBrief[] = [
  engagement('Online sessions for a practice', 'Beweg Physio', clinic),
  engagement('One market note', 'Beweg Physio', clinic, { tasks: taskList('Market note') }),
  engagement('Calendar of a practice', 'Beweg Physio', clinic, {
    tasks: taskList('Analysis of cancellations', 'Pricing options', 'Action plan'),
  }),
  engagement('Elektrofähre', 'Inselfähre Nordholm', ferry),
  engagement('Winterfahrplan', 'Inselfähre Nordholm', ferry, {
    tasks: taskList('Analyse der Nachfrage', 'Finanzplan der Elektrofähre', 'Empfehlung'),
    sources: [source('hafen', ferry)],
  }),
  engagement('Spanne und Sortiment', 'Kornhaus', grocer, {
    sources: [source('kunden', grocer), accounts],
  }),
  engagement('Tourenplan', 'Kornhaus', grocer, { tasks: taskList('Kostenanalyse', 'Tourenplan') }),
  engagement(roaster.name, roaster.client, roaster.brief, { tasks: roaster.tasks }),
  engagement('Channels of a roaster', roaster.client, roaster.brief),
  engagement('Roaster with interviews', roaster.client, roaster.brief, {
    tasks: roaster.tasks,
    sources: [notes],
  }),
  engagement(library.name, library.client, library.brief, { tasks: library.tasks }),
  engagement('Library with its archive', library.client, library.brief, {
    sources: [archive, accounts],
  }),
  engagement('Archive in one task', library.client, clinic, {
    tasks: taskList('Summary of the archive'),
    sources: [archive],
  }),
  engagement('Eight documents', roaster.client, grocer, {
    tasks: taskList(
      'Market scan',
      'Customer research',
      'Cost analysis',
      'Risk assessment',
      'Pricing strategy',
      'Brand messaging',
      'Project roadmap',
      'Recommendations',
    ),
    sources: [notes],
  }),
];
