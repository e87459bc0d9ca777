import type { Language } from './language.ts';

/** What a section or a table is about, by its heading in any language. */
type HeadingTopic = 'motions' | 'risks' | 'next_steps' | 'timeline' | 'comparison';

/**
 * The words of headings, among them those of the parts that a deciding paper has: motions, choices,
 * risks, checks.
 */
const topics: readonly (readonly [HeadingTopic, readonly RegExp[]])[] = [
  [
    'motions',
    [
      /\bmotions\b|\bresolutions\b/,
      /(?<!\p{L})(?:antr[aä]ge?|beschluss|beschlüsse|beschlussvorschl[aä]ge?)(?!\p{L})/u,
      /\brésolutions\b|délibérations/,
      /\bmociones\b|propuestas? de acuerdo|\bacuerdos\b|\bresoluciones\b/,
      /議案|動議|決議/,
    ],
  ],
  [
    'risks',
    [
      /\brisks?\b|before (?:you sign|signing)/,
      /risiko|risiken|vor (?:der|ihrer|einer) unterschrift|vor dem unterschreiben/,
      /\brisques?\b|avant (?:de signer|la signature|votre signature)/,
      /\briesgos?\b|antes de (?:firmar|la firma|su firma)/,
      /リスク|危険|懸念|署名(?:の|する)?前|サイン(?:の|する)前/,
    ],
  ],
  [
    'next_steps',
    [
      /\bnext steps?\b|what follows|action plan|\bactions\b|\bchecks\b|^(?:the )?conditions$/,
      /nächsten? schritt|maßnahmen|massnahmen|was folgt|was zu tun|(?<!\p{L})(?:prüfungen|prüfpunkte)(?!\p{L})/u,
      /^(?:die )?(?:bedingungen|auflagen|voraussetzungen)$/,
      /prochaines étapes|plan d.actions?|\bvérifications\b|^(?:les )?(?:contrôles|conditions)$/,
      /próximos pasos|plan de acción|\bacciones\b|comprobaciones|verificaciones|^(?:las )?condiciones$/,
      /次のステップ|次にすること|今後の(?:対応|進め方)|アクション|確認(?:事項|項目|すること)|検証(?:項目|すること)|^条件$/,
    ],
  ],
  [
    'timeline',
    [
      /\btimelines?\b|\bschedule\b|\btimetable\b|\broadmap\b|\bmilestones?\b|\bdeadlines?\b|\bkey dates\b/,
      /zeitplan|fahrplan|meilenstein|terminplan|(?<!\p{L})(?:frist(?:en)?|termine?|stichtage?)(?!\p{L})/u,
      /calendrier|feuille de route|\bjalons?\b|échéanc|dates (?:clés|limites)/,
      /cronograma|calendario|hoja de ruta|\bhitos\b|vencimientos|fechas (?:clave|límite)|\bplazos\b(?! de entrega)/,
      /スケジュール|ロードマップ|日程|工程|期限|期日|締め?切|いつまで/,
    ],
  ],
  [
    'comparison',
    [
      /\boptions?\b|\balternatives?\b|\bchoices?\b|\bcompar/,
      /\bvarianten?\b|optionen|vergleich|alternativen|möglichkeit|(?<!\p{L})wahl(?!\p{L})/u,
      /\bvariantes?\b|\bchoix\b|possibilités/,
      /\bopciones\b|\bopción\b|\balternativas?\b|posibilidades|\belección\b/,
      /比較|選択/,
    ],
  ],
];

/** Returns what a heading says that stands below it; null for any other heading. */
export function topicOfHeading(heading: string): HeadingTopic | null {
  const folded = heading.normalize('NFKC').toLowerCase();
  return topics.find(([, words]) => words.some((one) => one.test(folded)))?.[0] ?? null;
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

const roles: readonly (readonly [ColumnRole, readonly RegExp[]])[] = [
  [
    'risk',
    [
      /^(?:(?:the )?(?:greatest |main )?risks?|(?:größtes )?risik(?:o|en)|risques?|riesgos?|リスク|危険)(?!\p{L})/u,
    ],
  ],
  ['likelihood', [/likel|probab|wahrschein|eintritt|vraisembl|可能性|発生|起こりやすさ|確率/]],
  [
    'impact',
    [
      /impact|\beffect|severity|auswirk|\bfolgen?\b|schwere|\beffets?\b|conséquence|\befecto|consecuencia|影響/,
    ],
  ],
  [
    'response',
    [
      /response|mitigat|countermeasure|what we do|gegenma|maßnahme|antwort|réponse|\bparade/,
      /respuesta|mitigaci|対応|対策/,
    ],
  ],
  [
    'who',
    [
      /^(?:who|owner|responsible|lead|wer|verantwortlich|zuständig|qui|responsable|quién|担当|責任者|だれ|誰)/,
    ],
  ],
  [
    'when',
    [
      /^(?:when|by when|date|deadline|due|month|quarter|period)(?!\p{L})|^(?:by|until)$/u,
      /^(?:wann|bis wann|termin|datum|frist|monat|quartal|stichtag|zeitpunkt|zeitraum)(?!\p{L})|^(?:bis|bis zum)$/u,
      /^(?:quand|pour quand|échéance|date|délai|mois|trimestre)(?!\p{L})|^(?:d.ici|jusqu.au|avant le)$/u,
      /^(?:cuándo|para cuándo|fecha|plazo|mes|vencimiento)(?!\p{L})|^(?:hasta|antes del)$/u,
      /^(?:期限|時期|いつ|日付|月|期日|締切)(?!\p{L})|^いつまで/u,
    ],
  ],
  [
    'option',
    [
      /^(?:options?|alternatives?|choices?|way)(?!\p{L})/u,
      /^(?:variante?n?|optionen|alternativen|möglichkeit(?:en)?|wahl|weg)(?!\p{L})/u,
      /^(?:voie|choix|possibilités?)(?!\p{L})/u,
      /^(?:opción|opciones|alternativas?|posibilidad(?:es)?|vía)(?!\p{L})/u,
      /^(?:選択肢|代替案|案)(?!\p{L})/u,
    ],
  ],
  ['criterion', [/^(?:criteri|kriteri|critère|評価項目|基準)/]],
  [
    'what',
    [
      /^(?:what|steps?|actions?|tasks?|checks?|conditions?|motions?|milestones?)(?!\p{L})/u,
      /^(?:was|schritte?|aufgaben?|prüfung(?:en)?|bedingung(?:en)?|antrag|anträge)(?!\p{L})/u,
      /^(?:quoi|étapes?|tâches?|contrôles?|vérifications?)(?!\p{L})/u,
      /^(?:qué|pasos?|acciones|acción|tareas?|hitos?|comprobaci(?:ón|ones)|condici(?:ón|ones))(?!\p{L})/u,
      /^(?:内容|手順|施策|作業|確認(?:事項|項目|すること)|すること|条件|議案)(?!\p{L})|^何を/u,
    ],
  ],
];

/** Returns what a column's head says that it holds; null for any other head. */
export function roleOfColumn(head: string): ColumnRole | null {
  const folded = head.normalize('NFKC').toLowerCase().trim();
  return roles.find(([, words]) => words.some((one) => one.test(folded)))?.[0] ?? null;
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
    amount: string;
    query: string;
    brief: string;
    assumption: string;
    proposal: string;
    risks: string;
  }
> = {
  en: {
    summary: 'Summary',
    sources: 'Sources',
    source: 'Source',
    slides: 'Slides',
    step: 'Step',
    when: 'When',
    amount: 'Amount',
    query: 'Query of the tables',
    brief: 'Brief',
    assumption: 'Own assumption',
    proposal: 'Own proposal',
    risks: 'Risks',
  },
  de: {
    summary: 'Zusammenfassung',
    sources: 'Quellen',
    source: 'Quelle',
    slides: 'Folien',
    step: 'Schritt',
    when: 'Wann',
    amount: 'Betrag',
    query: 'Abfrage der Tabellen',
    brief: 'Briefing',
    assumption: 'Eigene Annahme',
    proposal: 'Eigener Vorschlag',
    risks: 'Risiken',
  },
  fr: {
    summary: 'Synthèse',
    sources: 'Sources',
    source: 'Source',
    slides: 'Diapositives',
    step: 'Étape',
    when: 'Quand',
    amount: 'Montant',
    query: 'Requête sur les tables',
    brief: 'Brief',
    assumption: 'Hypothèse propre',
    proposal: 'Proposition propre',
    risks: 'Risques',
  },
  es: {
    summary: 'Resumen',
    sources: 'Fuentes',
    source: 'Fuente',
    slides: 'Diapositivas',
    step: 'Paso',
    when: 'Cuándo',
    amount: 'Importe',
    query: 'Consulta de las tablas',
    brief: 'Encargo',
    assumption: 'Supuesto propio',
    proposal: 'Propuesta propia',
    risks: 'Riesgos',
  },
  ja: {
    summary: '要約',
    sources: '出典',
    source: '出典',
    slides: 'スライド',
    step: '手順',
    when: '時期',
    amount: '金額',
    query: '表へのクエリ',
    brief: '依頼内容',
    assumption: '当方の仮定',
    proposal: '当方の提案',
    risks: 'リスク',
  },
};
