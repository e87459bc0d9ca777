import type { Language } from './language.ts';

/** What a section or a table is about, by its heading in any language. */
export type HeadingTopic = 'risks' | 'next_steps' | 'timeline' | 'comparison';

const topics: readonly (readonly [HeadingTopic, RegExp])[] = [
  ['risks', /\brisks?\b|risiko|risiken|\brisques?\b|\briesgos?\b|リスク/],
  [
    'next_steps',
    /\bnext steps?\b|what follows|action plan|\bactions\b|\bmotions\b|nächsten? schritt|maßnahmen|massnahmen|was folgt|was zu tun|prochaines étapes|plan d.actions?|próximos pasos|plan de acción|\bacciones\b|次のステップ|今後の対応|アクション/,
  ],
  [
    'timeline',
    /\btimelines?\b|\bschedule\b|\btimetable\b|\broadmap\b|\bmilestones?\b|zeitplan|fahrplan|meilenstein|terminplan|calendrier|feuille de route|\bjalons?\b|échéancier|cronograma|calendario|hoja de ruta|\bhitos\b|スケジュール|ロードマップ|日程|工程/,
  ],
  [
    'comparison',
    /\boptions?\b|\balternatives?\b|\bchoices?\b|\bcompar|\bvarianten?\b|\boptionen\b|vergleich|alternativen|\bvariantes?\b|\bchoix\b|\bopciones\b|\bopción\b|\balternativas?\b|比較|選択肢/,
  ],
];

/** Returns what a heading says that stands below it; null for any other heading. */
export function topicOfHeading(heading: string): HeadingTopic | null {
  const folded = heading.normalize('NFKC').toLowerCase();
  return topics.find(([, words]) => words.test(folded))?.[0] ?? null;
}

/** What a column of a table holds, by its head in any language. */
export type ColumnRole =
  | 'risk'
  | 'likelihood'
  | 'impact'
  | 'response'
  | 'what'
  | 'who'
  | 'when'
  | 'option'
  | 'criterion';

const roles: readonly (readonly [ColumnRole, RegExp])[] = [
  ['risk', /^(?:(?:the )?(?:greatest |main )?risks?|(?:größtes )?risik(?:o|en)|risques?|riesgos?|リスク)(?![\p{L}])/u],
  ['likelihood', /likel|probab|wahrschein|eintritt|vraisembl|可能性|発生/],
  ['impact', /impact|\beffect|severity|auswirk|\bfolgen?\b|schwere|\beffets?\b|conséquence|\befecto|consecuencia|影響/],
  [
    'response',
    /response|mitigat|countermeasure|what we do|gegenma|maßnahme|antwort|réponse|\bparade|respuesta|mitigaci|対応|対策/,
  ],
  ['who', /^(?:who|owner|responsible|lead|wer|verantwortlich|zuständig|qui|responsable|quién|担当|責任者)/],
  [
    'when',
    /^(?:when|by when|date|deadline|due|until|by|month|quarter|period|wann|bis wann|termin|datum|frist|monat|quartal|quand|échéance|date|mois|trimestre|cuándo|fecha|plazo|mes|期限|時期|いつ|日付|月)(?!\p{L})/u,
  ],
  ['option', /^(?:options?|alternatives?|variante?n?|optionen|opción|opciones|way|weg|voie|vía|選択肢|案)(?!\p{L})/u],
  ['criterion', /^(?:criteri|kriteri|critère|評価項目|基準)/],
  [
    'what',
    /^(?:what|steps?|actions?|tasks?|checks?|milestones?|was|schritte?|aufgaben?|quoi|étapes?|tâches?|qué|pasos?|acciones|acción|tareas?|hitos?|内容|手順|施策|作業)(?!\p{L})/u,
  ],
];

/** Returns what a column's head says that it holds; null for any other head. */
export function roleOfColumn(head: string): ColumnRole | null {
  const folded = head.normalize('NFKC').toLowerCase().trim();
  return roles.find(([, words]) => words.test(folded))?.[0] ?? null;
}

/** Matches the name of a category that is the sum of those before it. */
export const totalName =
  /(?<!\p{L})(?:total|sum|net|result|summe|gesamt|insgesamt|ergebnis|somme|solde|résultat|suma|saldo|resultado)(?!\p{L})|合計|総計|計$/iu;

/** Matches the title of a chart whose columns are steps from one value to another. */
export const bridgeName =
  /waterfall|\bbridge\b|brücke|wasserfall|cascade|\bpont\b|cascada|puente|ウォーターフォール|滝/iu;

/** The words of ours on slides. */
export const slideTexts: Record<
  Language,
  {
    summary: string;
    sources: string;
    source: string;
    slides: string;
    step: string;
    when: string;
    query: string;
    assumption: string;
    proposal: string;
    risks: string;
  }
> = {
  en: {
    ...{ summary: 'Summary', sources: 'Sources', source: 'Source', slides: 'Slides' },
    ...{ step: 'Step', when: 'When', query: 'Query of the tables' },
    ...{ assumption: 'Own assumption', proposal: 'Own proposal' },
    risks: 'Risks',
  },
  de: {
    ...{ summary: 'Zusammenfassung', sources: 'Quellen', source: 'Quelle', slides: 'Folien' },
    ...{ step: 'Schritt', when: 'Wann', query: 'Abfrage der Tabellen' },
    ...{ assumption: 'Eigene Annahme', proposal: 'Eigener Vorschlag' },
    risks: 'Risiken',
  },
  fr: {
    ...{ summary: 'Synthèse', sources: 'Sources', source: 'Source', slides: 'Diapositives' },
    ...{ step: 'Étape', when: 'Quand', query: 'Requête sur les tables' },
    ...{ assumption: 'Hypothèse propre', proposal: 'Proposition propre' },
    risks: 'Risques',
  },
  es: {
    ...{ summary: 'Resumen', sources: 'Fuentes', source: 'Fuente', slides: 'Diapositivas' },
    ...{ step: 'Paso', when: 'Cuándo', query: 'Consulta de las tablas' },
    ...{ assumption: 'Supuesto propio', proposal: 'Propuesta propia' },
    risks: 'Riesgos',
  },
  ja: {
    ...{ summary: '要約', sources: '出典', source: '出典', slides: 'スライド' },
    ...{ step: '手順', when: '時期', query: '表へのクエリ' },
    ...{ assumption: '当方の仮定', proposal: '当方の提案' },
    risks: 'リスク',
  },
};
